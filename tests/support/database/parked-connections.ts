import pg from 'pg'

/** The parts of pg's types that its declarations leave out. */
type Client = pg.Client & {
  readonly processID: number
  readonly _queryable: boolean
  readonly _sentQueryQueue: unknown[]
  readonly _queryQueue: unknown[]
  _getActiveQuery(): unknown
  getTransactionStatus(): string | null
  ref(): void
  unref(): void
}
type PoolInternals = {
  options: { connectionString?: string }
  Client: new (options: object) => Client
  newClient(pending: unknown): void
}
type ParkedConnection = { client: Client; options: string }

/** State that a pool may have left on a connection. Prepared statements stay: they save the time. */
const FORGET = 'select pg_advisory_unlock_all(); reset all; discard sequences'

/** A broken connection is not given to a pool, or fails its first statement. */
const ignore = () => {}

const parkedByUrl = new Map<string, ParkedConnection[]>()
const ending = new Set<Promise<void>>()
let isWrapped = false

/**
 * Keeps the connections to this database when their pool ends, and gives them to the next pool with
 * the same options. A new connection reads the catalog and plans each statement again, which takes
 * longer than most tests.
 */
export function parkConnectionsTo(url: string): void {
  if (!isWrapped) wrapPools()
  isWrapped = true
  parkedByUrl.set(url, [])
}

/** The parked connections, once the pools that are ending have parked theirs. */
export async function parkedConnections(url: string): Promise<Client[]> {
  await Promise.all(ending)
  return (parkedByUrl.get(url) ?? []).map(({ client }) => client)
}

/** Closes the parked connections, because their database is dropped. */
export async function closeParked(url: string): Promise<void> {
  const clients = await parkedConnections(url)
  parkedByUrl.delete(url)
  await Promise.all(clients.map((client) => client.end()))
}

function wrapPools(): void {
  const pools = Object.getPrototypeOf(pg.Pool.prototype) as PoolInternals
  const { newClient } = pools
  pools.newClient = function (pending) {
    const { Client, options } = this
    const url = options.connectionString ?? ''
    if (parkedByUrl.has(url)) {
      // A constructor that returns an object: the pool gets that one.
      this.Client = function openClient() {
        return unpark(url, options) ?? parkable(new Client(options), url, options)
      } as unknown as PoolInternals['Client']
    }
    newClient.call(this, pending)
    this.Client = Client
  }
}

function unpark(url: string, options: object): Client | undefined {
  const parked = parkedByUrl.get(url) ?? []
  const wanted = JSON.stringify(options)
  const found = parked.find((entry) => entry.client._queryable && entry.options === wanted)
  if (!found) return undefined
  parked.splice(parked.indexOf(found), 1)
  const { client } = found
  client.ref()
  client.removeAllListeners()
  client.on('error', ignore)
  client.connect = ((done: () => void) => void setImmediate(done)) as Client['connect']
  return client
}

/** Its `end` parks it, if it is idle. */
function parkable(client: Client, url: string, options: object): Client {
  const close = client.end.bind(client)
  const park = async () => {
    const isIdle =
      client._queryable &&
      client.getTransactionStatus() === 'I' &&
      !client._getActiveQuery() &&
      client._sentQueryQueue.length + client._queryQueue.length === 0
    const parked = parkedByUrl.get(url)
    if (!isIdle || !parked || parked.some((entry) => entry.client === client)) return close()
    client.removeAllListeners()
    client.on('error', ignore)
    await client.query(FORGET)
    client.unref()
    parked.push({ client, options: JSON.stringify(options) })
  }
  client.end = ((done?: () => void) => {
    const ended = park().catch(() => {})
    ending.add(ended)
    void ended.then(() => ending.delete(ended))
    return done ? void ended.then(done) : ended
  }) as Client['end']
  return client
}
