import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A copy of a database that nobody is connected to. */
export async function cloneDatabase(templateUrl: string): Promise<FreshDatabase> {
  const template = databaseOf(templateUrl)
  const name = `test_${randomUUID().replaceAll('-', '')}`

  await asMaintainer(templateUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(templateUrl, name),
    drop: () => asMaintainer(templateUrl, `drop database if exists ${name} with (force)`),
  }
}

async function asMaintainer(templateUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// The address of a unix socket has an empty host, which URL refuses: hence by hand.
const databasePart = /^(postgres:\/\/[^/]*\/)([^?]*)/

function databaseOf(url: string) {
  const name = databasePart.exec(url)?.[2]
  if (!name) throw new Error(`no database in ${url}`)
  return name
}

function withDatabase(url: string, name: string) {
  return url.replace(databasePart, `$1${name}`)
}
