import type { Pool, QueryConfig, QueryResultRow } from 'pg'
import type { Clock, Random } from '#server/world.ts'
import { ApiError, keyReused, missing } from './api-error.ts'
import {
  type Answer,
  type Entry,
  type Note,
  type Once,
  type Write,
  writeStatement,
} from './write-statement.ts'

export type { Answer, Once } from './write-statement.ts'

export const unrepeated: Once = { key: null, fingerprint: '' }

export type Row = {
  id: string
  type: string
  version: number
  behaviour: string | null
  customer: string | null
  email: string | null
  data: unknown
}

/** What a change does: the new state of the object that was read, all that comes with it. */
export type Plan = {
  data: object
  customer?: string | null
  email?: string | null
  also?: Entry[]
  notes?: Note[]
  /** The place of the object to answer with (0, the changed one), or another answer. */
  shows?: number | Answer
}

const keptFor = 24 * 3_600_000

/**
 * The sandbox's books. A change reads one object and its idempotency key, decides in memory, and
 * writes everything in one statement that applies only if the object is still as it was read: the
 * row's lock orders rivals, and the loser reads again. So a confirm can never charge twice.
 */
export class Ledger {
  private readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** Called after each commit that left something to deliver. */
  private readonly announce: Announce

  constructor(world: { pool: Pool; clock: Clock; random: Random }, announce: Announce) {
    this.pool = world.pool
    this.clock = world.clock
    this.random = world.random
    this.announce = announce
  }

  /** An id that cannot be guessed, with the mark of its kind and the moment it was made. */
  stamp(prefix: string) {
    return { id: `${prefix}_${this.secret()}`, created: this.seconds() }
  }

  secret = () => this.random.uuid().replaceAll('-', '')

  seconds = () => Math.floor(this.clock.now().getTime() / 1000)

  query<T extends QueryResultRow>(config: QueryConfig) {
    return this.pool.query<T>(config)
  }

  /** Makes an object; `needs` names a customer that must exist for it. */
  async create(once: Once, entry: Entry, notes: Note[], needs?: string | null): Promise<Answer> {
    const write = { root: entry, version: null, also: [], notes, shows: 0, needs }
    const answer = await this.write(once, write)
    if (answer) return answer
    throw missing('customer', needs ?? '', 'customer')
  }

  /**
   * Reads, decides and writes until nobody came between. Objects named in `beside` are read with
   * it, for the decision to look at.
   */
  async change(
    once: Once,
    type: string,
    id: string,
    decide: Decide,
    beside: (string | null | undefined)[] = [],
  ): Promise<Answer> {
    const ids = [id, ...beside.filter((one) => typeof one === 'string')]
    for (let round = 0; round < 50; round++) {
      const { rows, replay } = await this.read(once, ids)
      if (replay) return replay
      const row = rows.find((one) => one.id === id)
      if (row?.type !== type) throw missing(type, id)

      const find = (wanted: string) => rows.find((one) => one.id === wanted)
      const { data, also = [], notes = [], shows = 0, ...columns } = decide(row.data as never, find)
      const root = { id, type, data, customer: row.customer, email: row.email, ...columns }
      const answer = await this.write(once, { root, version: row.version, also, notes, shows })
      if (answer) return answer
    }
    throw new ApiError(429, { code: 'lock_timeout', message: `Too many changes at once to ${id}.` })
  }

  async read(once: Once, ids: string[]): Promise<{ rows: Row[]; replay?: Answer }> {
    if (once.key === null) {
      const { rows } = await this.pool.query<Row>({
        name: 'sandbox_read',
        text: 'select * from sandbox.objects where id = any($1)',
        values: [ids],
      })
      return { rows }
    }
    const { rows } = await this.pool.query<Row & StoredAnswer>({
      name: 'sandbox_read_once',
      text: `select o.id, o.type, o.version, o.behaviour, o.customer, o.email, o.data,
               k.key, k.fingerprint, k.status, k.body, k.created_at
             from (select 1) one
             left join sandbox.idempotency_keys k on k.key = $2
             left join sandbox.objects o on o.id = any($1)`,
      values: [ids, once.key],
    })
    const replay = await this.replayOf(once, rows[0])
    return { rows: rows.filter((row) => row.id !== null), replay }
  }

  /** The first answer given to a key; none if the key is new or has outlived its day. */
  async firstAnswer(once: Once): Promise<Answer | undefined> {
    return (await this.read(once, [])).replay
  }

  /** Keeps an answer that changed nothing, as Stripe keeps a 500 for its key. */
  async keepAnswer({ key, fingerprint }: Once, { status, body }: Answer) {
    if (key === null) return
    await this.pool.query({
      name: 'sandbox_keep_answer',
      text: `insert into sandbox.idempotency_keys (key, fingerprint, status, body, created_at)
             values ($1, $2, $3, $4, $5) on conflict do nothing`,
      values: [key, fingerprint, status, body, this.clock.now()],
    })
  }

  async forgetOldKeys() {
    const before = new Date(this.clock.now().getTime() - keptFor)
    await this.pool.query('delete from sandbox.idempotency_keys where created_at <= $1', [before])
  }

  private async replayOf(once: Once, stored: StoredAnswer | undefined) {
    if (!stored?.key) return undefined
    if (stored.created_at.getTime() <= this.clock.now().getTime() - keptFor) {
      await this.pool.query('delete from sandbox.idempotency_keys where key = $1', [stored.key])
      return undefined
    }
    if (stored.fingerprint !== once.fingerprint) throw keyReused(stored.key)
    return { status: stored.status, body: stored.body, replayed: true }
  }

  /** Its answer, or the first one if the key was used before; nothing when it did not apply. */
  private async write(once: Once, write: Omit<Write, 'once' | 'now'>): Promise<Answer | undefined> {
    const whole: Write = { ...write, once, now: this.clock.now() }
    const { query, answer, objects } = writeStatement(whole, this.secret)
    try {
      const { rowCount } = await this.pool.query(query)
      if (rowCount === 0) return undefined
      this.announce(whole, objects)
      return answer
    } catch (error) {
      if (!isTakenKey(error)) throw error
      return (await this.firstAnswer(once)) ?? this.write(once, write)
    }
  }
}

/** The written objects come along as text, in the order of the write. */
type Announce = (write: Write, objects: string[]) => void

type Decide = (data: never, find: (id: string) => Row | undefined) => Plan

type StoredAnswer = {
  key: string | null
  fingerprint: string
  status: number
  body: string
  created_at: Date
}

const isTakenKey = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_pkey'
