import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'

const dialect = new PgDialect({ casing: 'snake_case' })

type Schema = Record<string, never>
type Tables = ExtractTablesWithRelations<Schema>
type Work<T> = (tx: NodePgTransaction<Schema, Tables>) => Promise<T>

/**
 * A transaction as Drizzle runs it, but for three things: what is read first travels right behind
 * `begin` instead of waiting for it, a commit that PostgreSQL turned into a rollback (a failure that
 * the work ignored) is an error, and a connection that broke tells what broke it.
 */
export async function inTransaction<T>(pool: Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const begun = client.query('begin')
  begun.catch(() => {})
  try {
    const session = new NodePgSession<Schema, Tables>(
      pipelineAfterBegin(client, begun),
      dialect,
      undefined,
    )
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

/**
 * `begin` can fail alone, for instance when an operator cancels it, and each statement behind it then
 * commits by itself. So no answer counts before `begin` has succeeded, and no write is even sent.
 */
function pipelineAfterBegin(client: PoolClient, begun: Promise<unknown>): PoolClient {
  let hasStarted = false
  let isHeldBack = false
  begun.then(
    () => {
      hasStarted = true
    },
    () => {},
  )
  const query = (config: string | { text: string }, values?: unknown[]) => {
    const send = () => client.query(config as string, values)
    if (hasStarted) return send()
    // What follows a statement that was held back stays behind it.
    isHeldBack ||= !isRead(typeof config === 'string' ? config : config.text)
    if (isHeldBack) return begun.then(send)
    const answer = send()
    answer.catch(() => {})
    return begun.then(() => answer)
  }
  return Object.create(client, { query: { value: query } })
}

const isRead = (text: string) => /^\s*select\b/i.test(text)
