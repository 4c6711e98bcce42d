import pg from 'pg'

/** How long a connection may be unused before it is closed. */
const IDLE_MS = 10_000

type Callback = (error: Error | undefined, result?: unknown) => void
type FreeConnection = { client: pg.PoolClient; idleListener: object }

/** The parts of pg's pool that its declarations leave out. */
type Internals = {
  ending: boolean
  _idle: FreeConnection[]
  _pendingQueue: unknown[]
  _acquireClient(
    client: pg.PoolClient,
    pending: { callback: () => void },
    idleListener: object,
    isNew: boolean,
  ): void
  _remove(client: pg.PoolClient): void
}

type Connect = (this: pg.Pool, callback?: Callback) => unknown
type Query = (this: pg.Pool, config: unknown, values?: unknown, callback?: unknown) => unknown
const connectOrWait = pg.Pool.prototype.connect as unknown as Connect
const queryOrWait = pg.Pool.prototype.query as unknown as Query

/**
 * A pool that starts no timer while a connection is free. pg's pool starts two for each statement: one
 * in case no connection is free in time, and one to close the connection when it is unused.
 */
export class LeanPool extends pg.Pool {
  private readonly closing: NodeJS.Timeout
  private fewestFree = 0

  constructor(config: pg.PoolConfig) {
    super({ ...config, idleTimeoutMillis: 0 })
    this.on('acquire', () => {
      this.fewestFree = Math.min(this.fewestFree, this.idleCount)
    })
    this.closing = setInterval(() => this.closeUnused(), IDLE_MS).unref()
  }

  /** Connections are taken from the end of the list, so those at its start were not needed. */
  private closeUnused(): void {
    const internals = this as unknown as Internals
    for (const { client } of internals._idle.slice(0, this.fewestFree)) internals._remove(client)
    this.fewestFree = this.idleCount
  }

  /** Takes a free connection, unless others already wait for one. */
  takeFree(): pg.PoolClient | undefined {
    const internals = this as unknown as Internals
    if (internals.ending || internals._pendingQueue.length > 0) return undefined
    const free = internals._idle.pop()
    if (!free) return undefined
    internals._acquireClient(free.client, { callback: () => {} }, free.idleListener, false)
    return free.client
  }

  override async end(): Promise<void> {
    clearInterval(this.closing)
    await super.end()
  }
}

/** As in pg's pool, a connection whose statement failed is closed. */
function runAndRelease(client: pg.PoolClient, config: unknown, values: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done: Callback = (error, result) => {
      client.release(error)
      if (error) reject(error)
      else resolve(result)
    }
    try {
      client.query(config as string, values as unknown[], done as never)
    } catch (error) {
      client.release(true)
      reject(error)
    }
  })
}

const connect = function (this: LeanPool, callback?: Callback) {
  const client = callback ? undefined : this.takeFree()
  return client ? Promise.resolve(client) : connectOrWait.call(this, callback)
}
LeanPool.prototype.connect = connect as pg.Pool['connect']

const query = function (this: LeanPool, config: unknown, values?: unknown, callback?: unknown) {
  const isPlain = !callback && typeof config !== 'function' && typeof values !== 'function'
  const client = isPlain ? this.takeFree() : undefined
  return client
    ? runAndRelease(client, config, values)
    : queryOrWait.call(this, config, values, callback)
}
LeanPool.prototype.query = query as pg.Pool['query']
