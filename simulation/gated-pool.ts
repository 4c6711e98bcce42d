import { PassThrough } from 'node:stream'
import type pg from 'pg'
import type { Rng } from './rng.ts'
import type { ProcessHandle, Scheduler } from './scheduler.ts'

type Query = { text: string; rowMode?: string; types?: unknown; values?: unknown[] }
type Rows = { rows: unknown[] }

/** Lets a mutant read and change queries and their results. */
export type QueryInterceptor = {
  sql?(text: string, values: unknown[]): string
  rows?(text: string, rows: unknown[]): void
  /** Returns a result if the interceptor handled the statement itself. */
  replaceQuery?(
    text: string,
    values: unknown[],
    run: () => Promise<Rows>,
  ): Promise<Rows> | undefined
}

export type DatabaseFaults = {
  rng: Rng
  /** Current probability that a statement fails. */
  rate(): number
  count(what: string): void
}

export type PoolOptions = {
  scheduler: Scheduler
  handle: ProcessHandle
  real: pg.Pool
  /** Not scheduled: reads from PostgreSQL which connections wait for locks. */
  control: pg.Pool
  faults: DatabaseFaults
  size: number
  interceptor?: QueryInterceptor | undefined
}

class DatabaseFault extends Error {
  readonly code: string

  constructor(code: string) {
    super(`simulated fault: ${code}`)
    this.code = code
  }
}

/** A pool for Drizzle whose statements are all scheduled. */
export class GatedPool {
  readonly options: PoolOptions
  readonly clients = new Set<GatedClient>()
  #inUse = 0
  #waiting: (() => void)[] = []

  constructor(options: PoolOptions) {
    this.options = options
  }

  async connect(): Promise<GatedClient> {
    if (this.#inUse >= this.options.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#inUse += 1
    const client = new GatedClient(this)
    this.clients.add(client)
    return client
  }

  releaseClient(client: GatedClient): void {
    this.clients.delete(client)
    const next = this.#waiting.shift()
    if (next) next()
    else this.#inUse -= 1
  }

  async query(input: Query | string, values?: unknown[]): Promise<Rows> {
    const client = await this.connect()
    try {
      return await client.query(input, values)
    } finally {
      client.release()
    }
  }

  /** After a kill: PostgreSQL rolls back open transactions. */
  async cleanUp(): Promise<void> {
    for (const client of this.clients) await client.cleanUp()
    this.clients.clear()
  }
}

class GatedClient {
  /** For transactions, which send statements together. Here the scheduler sends each one alone. */
  readonly connection = { stream: new PassThrough() }
  readonly #pool: GatedPool
  #real: pg.PoolClient | undefined
  #isInTransaction = false
  #isInFlight = false
  #isBroken = false
  #last: Promise<void> = Promise.resolve()

  constructor(pool: GatedPool) {
    this.#pool = pool
  }

  query(input: Query | string, params?: unknown[]): Promise<Rows> {
    const query: Query = typeof input === 'string' ? { text: input } : input
    const values = params ?? query.values ?? []
    const { scheduler, handle } = this.#pool.options
    const isWaiting = () => this.#isWaiting()
    // Statements on one connection run in the order in which they were sent.
    const result = this.#last.then(() =>
      scheduler.enqueue(handle, () => this.#run(query, values), { isWaiting }),
    )
    this.#last = result.then(
      () => {},
      () => {},
    )
    return result
  }

  async #run(query: Query, values: unknown[]): Promise<Rows> {
    if (this.#isBroken) throw new DatabaseFault('57P01')
    this.#real ??= await this.#pool.options.real.connect()
    const { faults, interceptor } = this.#pool.options
    const { text } = query
    const isFaulty = text !== 'rollback' && faults.rng.chance(faults.rate())
    const isBegin = text === 'begin'
    if (isFaulty) faults.count('database fault')
    // A `begin` fails only if its connection breaks.
    const breaksConnection = isFaulty && (isBegin || faults.rng.chance(0.5))
    // A serialization failure or a deadlock: the statement did not run; the transaction must roll back.
    if (isFaulty && !breaksConnection) throw new DatabaseFault(faults.rng.pick(['40001', '40P01']))
    this.#isInFlight = true
    try {
      const real = this.#real
      const run = () => {
        const changed = interceptor?.sql?.(text, values) ?? text
        const { rowMode, types } = query
        const config = changed === text ? query : { text: changed, rowMode, types }
        return real.query(config as pg.QueryConfig, values) as Promise<Rows>
      }
      const result = await (interceptor?.replaceQuery?.(text, values, run) ?? run())
      if (result.rows.length > 0) interceptor?.rows?.(text, result.rows)
      if (isBegin) this.#isInTransaction = true
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = false
      // The connection breaks after the statement ran and before its result arrives.
      if (breaksConnection) await this.#break()
      return result
    } catch (error) {
      // Not simulated: two transactions took their locks in different orders.
      if (!(error instanceof DatabaseFault) && (error as { code?: string }).code === '40P01')
        faults.count('deadlock')
      throw error
    } finally {
      this.#isInFlight = false
    }
  }

  async #break(): Promise<void> {
    this.#isBroken = true
    if (this.#isInTransaction) await this.#real?.query('rollback')
    this.#isInTransaction = false
    throw new DatabaseFault('57P01')
  }

  async #isWaiting(): Promise<boolean> {
    const pid = (this.#real as unknown as { processID?: number } | undefined)?.processID
    if (!pid) return false
    const { rows } = await this.#pool.options.control.query<{ waits: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as waits',
      [pid],
    )
    return rows[0]?.waits ?? false
  }

  release(): void {
    this.#real?.release()
    this.#real = undefined
    this.#pool.releaseClient(this)
  }

  async cleanUp(): Promise<void> {
    const real = this.#real
    if (!real) return
    if (this.#isInFlight) {
      const pid = (real as unknown as { processID: number }).processID
      await this.#pool.options.control.query('select pg_cancel_backend($1)', [pid])
    }
    // Queued behind the statement that is still running.
    if (this.#isInTransaction || this.#isInFlight) await real.query('rollback')
    real.release()
    this.#real = undefined
  }
}
