import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** Copies a database; it must have no open connections. */
export const cloneDatabase = (templateUrl: string): Promise<FreshDatabase> =>
  createFrom(templateUrl, databaseName(templateUrl))

/** Creates a database without tables on the same server. */
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

// A regular expression, because a Unix socket URL has an empty host, which `URL` rejects.
const databasePart = /^(postgres:\/\/[^/]*\/)([^?]*)/

function databaseName(url: string) {
  const name = databasePart.exec(url)?.[2]
  if (!name) throw new Error(`no database in ${url}`)
  return name
}

function withDatabase(url: string, name: string) {
  return url.replace(databasePart, `$1${name}`)
}
