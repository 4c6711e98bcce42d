import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'

const dialect = new PgDialect({ casing: 'snake_case' })

/** Named, because `LeanClient` runs named statements with less work. */
const BEGIN = { name: 'begin', text: 'begin' }
const COMMIT = { name: 'commit', text: 'commit' }

type Schema = Record<string, never>
type Tables = ExtractTablesWithRelations<Schema>
type Work<T> = (tx: NodePgTransaction<Schema, Tables>) => Promise<T>

/**
 * Runs a transaction like Drizzle, with three differences. The first reads are pipelined after `begin`.
 * A commit that PostgreSQL turned into a rollback, because the work ignored an error, throws. A broken
 * connection reports its original error.
 */
export async function inTransaction<T>(pool: Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  sendTogether(client)
  const begin = client.query(BEGIN)
  begin.catch(() => {})
  try {
    const session = new NodePgSession<Schema, Tables>(
      pipelineAfterBegin(client, begin),
      dialect,
      undefined,
    )
    const result = await work(new NodePgTransaction(dialect, session, undefined))
    await begin
    const { command } = await client.query(COMMIT)
    if (command !== 'COMMIT') throw new Error('commit of a failed transaction')
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
 * `begin` can fail alone, for example when an operator cancels it; later statements would then commit
 * one by one. So results are returned only after `begin` has succeeded, and writes are sent after it.
 */
function pipelineAfterBegin(client: PoolClient, begin: Promise<unknown>): PoolClient {
  let hasStarted = false
  let isWaiting = false
  begin.then(
    () => {
      hasStarted = true
    },
    () => {},
  )
  const query = (config: string | { text: string }, values?: unknown[]) => {
    const send = () => {
      sendTogether(client)
      return client.query(config as string, values)
    }
    if (hasStarted) return send()
    // Statements after a waiting one wait too, to preserve their order.
    isWaiting ||= !isRead(typeof config === 'string' ? config : config.text)
    if (isWaiting) return begin.then(send)
    const result = send()
    result.catch(() => {})
    return begin.then(() => result)
  }
  return Object.create(client, { query: { value: query } })
}

/** Statements sent in one turn of the event loop share a write, which costs as much as a statement. */
function sendTogether({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const isRead = (text: string) => /^\s*select\b/i.test(text)
