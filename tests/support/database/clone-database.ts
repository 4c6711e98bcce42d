import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A copy of a database that nobody is connected to. */
export const cloneDatabase = (templateUrl: string): Promise<FreshDatabase> =>
  createFrom(templateUrl, databaseName(templateUrl))

/** A database without any tables, on the same server. */
export const emptyDatabase = (templateUrl: string): Promise<FreshDatabase> =>
  createFrom(templateUrl, 'template0')

async function createFrom(url: string, template: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`

  await asMaintainer(url, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(url, name),
    drop: () => asMaintainer(url, `drop database if exists ${name} with (force)`),
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

function databaseName(url: string) {
  const name = databasePart.exec(url)?.[2]
  if (!name) throw new Error(`no database in ${url}`)
  return name
}

function withDatabase(url: string, name: string) {
  return url.replace(databasePart, `$1${name}`)
}
