import { join } from 'node:path'
import pg from 'pg'
import { connectToEmbeddedPostgres } from '#server/adapters/embedded-postgres/connect-to-embedded-postgres.ts'
import { databaseDir } from '../database/database-dir.ts'

/** Database directory of the test server on this port. */
export const e2eDataDir = (port: string | undefined) =>
  join(databaseDir(), `carboy-e2e-${port ?? 'none'}`)

/** Runs SQL for states that no browser can create, such as an elapsed hour. */
export async function queryE2eDatabase(
  baseURL: string | undefined,
  statement: string,
  values: unknown[],
): Promise<number> {
  const database = await connectToEmbeddedPostgres(e2eDataDir(new URL(baseURL ?? '').port))
  if (!database) throw new Error('the test server has no database')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
