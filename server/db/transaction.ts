import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'

const dialect = new PgDialect({ casing: 'snake_case' })

type Schema = Record<string, never>
type Tables = ExtractTablesWithRelations<Schema>
type Work<T> = (tx: NodePgTransaction<Schema, Tables>) => Promise<T>

/**
 * A transaction as Drizzle runs it, but for three things: `begin` travels ahead of the first
 * statement instead of being waited for, a commit that PostgreSQL turned into a rollback (a failure
 * that the work ignored) is an error, and a connection that broke tells what broke it.
 */
export async function inTransaction<T>(pool: Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // It fails only with its connection, and then whatever is sent behind it fails as well.
  const begun = client.query('begin')
  begun.catch(() => {})
  try {
    const session = new NodePgSession<Schema, Tables>(client, dialect, undefined)
    const result = await work(new NodePgTransaction(dialect, session, undefined))
    await begun
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('a failed transaction was to be committed')
    return result
  } catch (error) {
    await client.query('rollback').catch((err: Error) => {
      broken = err
    })
    throw error
  } finally {
    client.release(broken)
  }
}
