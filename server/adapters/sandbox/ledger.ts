import type { Pool, QueryConfig, QueryResultRow } from 'pg'
import type { Clock, Random } from '#server/runtime.ts'
import { ApiError, keyReused, missing } from './api/api-error.ts'
import { RecentRows, type Row } from './recent-rows.ts'
import {
  type ApiResponse,
  type Entry,
  type Idempotency,
  type PendingEvent,
  type Write,
  writeStatement,
} from './write-statement.ts'

export type { Row } from './recent-rows.ts'
export type { ApiResponse, Idempotency } from './write-statement.ts'

export const withoutIdempotency: Idempotency = { key: null, fingerprint: '' }

/** Result of a change: the object's new state, related objects and pending events. */
export type ObjectChange = {
  data: object
  customer?: string | null
  email?: string | null
  related?: Entry[]
  pendingEvents?: PendingEvent[]
  /** Index of the object to respond with (0 is the changed object), or a response. */
  respondWith?: number | ApiResponse
}

const KEY_LIFETIME_MS = 24 * 3_600_000

/**
 * The sandbox's records. A change reads one object and its idempotency key, decides in memory, and
 * writes everything in one statement that applies only if the object's version is unchanged. The row
 * lock orders concurrent changes and the later one reads again, so a confirm never charges twice.
 */
export class Ledger {
  private readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** Called after each commit, to deliver its events. */
  private readonly onCommit: OnCommit
  private readonly recent = new RecentRows()

  constructor(deps: { pool: Pool; clock: Clock; random: Random }, onCommit: OnCommit) {
    this.pool = deps.pool
    this.clock = deps.clock
    this.random = deps.random
    this.onCommit = onCommit
  }

  /** Returns an unguessable id with the prefix of its type, and the creation time. */
  stamp(prefix: string) {
    return { id: `${prefix}_${this.secret()}`, created: this.seconds() }
  }

  secret = () => this.random.uuid().replaceAll('-', '')

  seconds = () => Math.floor(this.clock.now().getTime() / 1000)

  query<T extends QueryResultRow>(config: QueryConfig) {
    return this.pool.query<T>(config)
  }

  /** Creates an object; the customer `needs` must exist. */
  async create(
    idempotency: Idempotency,
    entry: Entry,
    pendingEvents: PendingEvent[],
    needs?: string | null,
  ): Promise<ApiResponse> {
    const write = { root: entry, version: null, related: [], pendingEvents, respondWith: 0, needs }
    const response = await this.write(idempotency, write)
    if (response) return response
    throw missing('customer', needs ?? '', 'customer')
  }

  /**
   * Reads, decides and writes, and repeats if an object changed in between. Related objects are
   * read with it and passed to `decide`. Objects that this process wrote last are not read.
   */
  async change(
    idempotency: Idempotency,
    type: string,
    id: string,
    decide: Decide,
    relatedIds: (string | null | undefined)[] = [],
  ): Promise<ApiResponse> {
    const change = { idempotency, type, id, decide }
    const ids = [id, ...relatedIds.filter((relatedId) => typeof relatedId === 'string')]
    const recent = this.recent.find(ids)
    if (recent) {
      const response = await this.decideAndWrite(change, recent).catch(ignoreRejection)
      if (response) return response
    }
    for (let attempt = 0; attempt < 50; attempt++) {
      const { rows, replay } = await this.read(idempotency, ids)
      if (replay) return replay
      const response = await this.decideAndWrite(change, rows)
      if (response) return response
    }
    throw new ApiError(429, { code: 'lock_timeout', message: `Too many changes at once to ${id}.` })
  }

  /** Returns undefined if one of the rows is outdated. */
  private async decideAndWrite(
    { idempotency, type, id, decide }: Change,
    rows: Row[],
  ): Promise<ApiResponse | undefined> {
    const row = rows.find((row) => row.id === id)
    if (row?.type !== type) throw missing(type, id)

    const find = (wantedId: string) => rows.find((candidate) => candidate.id === wantedId)
    const {
      data,
      related = [],
      pendingEvents = [],
      respondWith = 0,
      ...columns
    } = decide(row.data as never, find)
    const { customer, email, behavior } = row
    return this.write(idempotency, {
      root: { id, type, data, customer, email, behavior, ...columns },
      version: row.version,
      unchanged: rows.filter((other) => other !== row),
      related,
      pendingEvents,
      respondWith,
    })
  }

  async read(
    idempotency: Idempotency,
    ids: string[],
  ): Promise<{ rows: Row[]; replay?: ApiResponse }> {
    if (idempotency.key === null) {
      const { rows } = await this.pool.query<Row>({
        name: 'sandbox_read',
        text: 'select * from sandbox.objects where id = any($1)',
        values: [ids],
      })
      return { rows }
    }
    const { rows } = await this.pool.query<Row & StoredResponse>({
      name: 'sandbox_read_once',
      text: `select o.id, o.type, o.version, o.behavior, o.customer, o.email, o.data,
               k.key, k.fingerprint, k.status, k.body, k.created_at
             from (select 1) one
             left join sandbox.idempotency_keys k on k.key = $2
             left join sandbox.objects o on o.id = any($1)`,
      values: [ids, idempotency.key],
    })
    const replay = await this.toReplay(idempotency, rows[0])
    return { rows: rows.filter((row) => row.id !== null), replay }
  }

  /** Returns the stored response of an idempotency key; undefined if the key is new or expired. */
  async readStoredResponse(idempotency: Idempotency): Promise<ApiResponse | undefined> {
    return (await this.read(idempotency, [])).replay
  }

  /** Stores the response of a request that changed nothing, as Stripe stores a 500 for its key. */
  async storeResponse({ key, fingerprint }: Idempotency, { status, body }: ApiResponse) {
    if (key === null) return
    await this.pool.query({
      name: 'sandbox_store_response',
      text: `insert into sandbox.idempotency_keys (key, fingerprint, status, body, created_at)
             values ($1, $2, $3, $4, $5) on conflict do nothing`,
      values: [key, fingerprint, status, body, this.clock.now()],
    })
  }

  async purgeOldKeys() {
    const before = new Date(this.clock.now().getTime() - KEY_LIFETIME_MS)
    await this.pool.query('delete from sandbox.idempotency_keys where created_at <= $1', [before])
  }

  private async toReplay(idempotency: Idempotency, stored: StoredResponse | undefined) {
    if (!stored?.key) return undefined
    if (stored.created_at.getTime() <= this.clock.now().getTime() - KEY_LIFETIME_MS) {
      await this.pool.query('delete from sandbox.idempotency_keys where key = $1', [stored.key])
      return undefined
    }
    if (stored.fingerprint !== idempotency.fingerprint) throw keyReused(stored.key)
    return { status: stored.status, body: stored.body, replayed: true }
  }

  /** Returns the response, or the stored one if the key exists; undefined if the write did not apply. */
  private async write(
    idempotency: Idempotency,
    write: Omit<Write, 'idempotency' | 'now'>,
  ): Promise<ApiResponse | undefined> {
    const fullWrite: Write = { ...write, idempotency, now: this.clock.now() }
    const { query, response, objects } = writeStatement(fullWrite, this.secret)
    try {
      const { rowCount } = await this.pool.query(query)
      if (rowCount === 0) return undefined
      this.rememberWritten(fullWrite)
      this.onCommit(fullWrite, objects)
      return response
    } catch (error) {
      if (!isKeyConflict(error)) throw error
      return (await this.readStoredResponse(idempotency)) ?? this.write(idempotency, write)
    }
  }

  private rememberWritten({ root, version, related }: Write): void {
    for (const { id } of related) this.recent.forget(id)
    if (!rememberedTypes.has(root.type)) return
    const { id, type, data, customer = null, email = null, behavior = null } = root
    const written = version === null ? 0 : version + 1
    this.recent.remember({ id, type, version: written, behavior, customer, email, data })
  }
}

/** The objects that a checkout changes again soon. */
const rememberedTypes = new Set(['payment_intent', 'customer'])

/** A rejection based on a remembered object is decided again with a read. */
function ignoreRejection(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

type Change = { idempotency: Idempotency; type: string; id: string; decide: Decide }

/** `objects` has the written objects as JSON text, in the order of the write. */
type OnCommit = (write: Write, objects: string[]) => void

type Decide = (data: never, find: (id: string) => Row | undefined) => ObjectChange

type StoredResponse = {
  key: string | null
  fingerprint: string
  status: number
  body: string
  created_at: Date
}

const isKeyConflict = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_pkey'
