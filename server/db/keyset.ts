import { type Column, type SQL, sql } from 'drizzle-orm'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import type { ListQuery } from '#contract/staff/listing.ts'
import type { DbOrTx } from './client.ts'
import { counters } from './counter-tables.ts'
import { type Params, preparedStatement } from './prepared-statement.ts'

/** What an index holds, the id behind it: a list is read along it in either direction. */
export type SortKey = {
  by: Column | SQL
  type: 'timestamptz' | 'date' | 'text'
  isDescending?: boolean
}

/** Each sort by the name that it has in the contract. */
export type Sorts<Name extends string> = Record<Name | 'newest', SortKey>

/** Both directions of a list's age. */
export const byCreatedAt = (createdAt: Column) => ({
  newest: { by: createdAt, type: 'timestamptz', isDescending: true } as const,
  oldest: { by: createdAt, type: 'timestamptz' } as const,
})

/**
 * A list in the order that was asked for, from where the cursor points. An unknown sort means newest
 * first, an unreadable cursor the beginning. `key` is to be read with each row, for `toPage`.
 */
export function keyset<Name extends string>(
  sorts: Sorts<Name>,
  id: Column,
  { sort, cursor }: Pick<ListQuery, 'sort' | 'cursor'>,
) {
  const known = sort !== undefined && Object.hasOwn(sorts, sort) ? (sort as Name) : 'newest'
  const { by, type, isDescending = false } = sorts[known]
  const way = sql.raw(isDescending ? 'desc' : 'asc')
  const from = readCursor(cursor, type)
  // Compared as one, or the index is walked from its beginning to the page.
  const behind = (row: KeysetCursor<unknown>) =>
    sql`(${by}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${row.key}::${sql.raw(type)}, ${row.id}::uuid)`
  return {
    key: sql<string>`${by}::text`,
    orderBy: [sql`${by} ${way}`, sql`${id} ${way}`],
    from,
    behind,
    after: from && behind(from),
  }
}

/**
 * How many rows a whole list is read by. So few that writing them keeps nobody else waiting, and that
 * they are gone before the collector takes them for something lasting: of more, a hundred megabytes
 * pile up.
 */
export const BATCH_ROWS = 100

/** Where a stretch ended. */
export type KeysetCursor<Value = string> = { key: Value; id: Value }

function readCursor(cursor: string | undefined, type: SortKey['type']): KeysetCursor | undefined {
  const text = Buffer.from(cursor ?? '', 'base64url').toString()
  const [, id, key] = /^([0-9a-f-]{36}) ([^\0]*)$/s.exec(text) ?? []
  if (id === undefined || key === undefined || !isValidKey[type](key)) return undefined
  return { id, key }
}

const isValidKey: Record<SortKey['type'], (key: string) => boolean> = {
  timestamptz: (key) =>
    /^\d{4}-\d\d-\d\d [0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(key) &&
    isCalendarDate(key.slice(0, 10)) &&
    !Number.isNaN(Date.parse(key)),
  date: isCalendarDate,
  text: () => true,
}

/** Cuts a stretch that was read one row too long, and names where the next begins. */
export function toPage<Row extends { key: string; id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isCapped = rows.length > limit && last !== undefined
  return {
    page,
    next: isCapped ? Buffer.from(`${last.id} ${last.key}`).toString('base64url') : undefined,
  }
}

/** For LIKE: what was typed is looked for as it is. */
export const likePattern = (text: string) =>
  `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

export const COUNT_LIMIT = 1_000

/**
 * For a trigram index. Of an e-mail address it is asked for the name alone: what follows stands in
 * every second row, and going through all of those takes longer than the rest.
 */
export function matchesText(words: SQL, text: string): SQL {
  const [name = '', host] = text.split('@')
  const whole = likePattern(text)
  if (host === undefined || name.length < 3) return sql`${words} like ${whole}`
  return sql`(${words} like ${likePattern(name)} and ${words} || '' like ${whole})`
}

/** For a page of the few rows that a search found; where it found more, they are not known. */
export const idIn = (id: Column, ids: string[] | undefined) =>
  ids && ids.length <= COUNT_LIMIT ? sql`${id} = any(${sql.param(ids)}::uuid[])` : undefined

/** A filtered list is counted so far and no further: the first page must not cost the whole table. */
export async function countUpTo(db: DbOrTx, rows: SQL): Promise<string> {
  const { rows: found } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${rows} limit ${COUNT_LIMIT + 1}) as counted`,
  )
  return formatCappedCount(found[0]?.n ?? 0)
}

/** For a count that went no further than one more than is told. */
export const formatCappedCount = (n: number) => (n > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(n))

const selectCounterSums = preparedStatement((db, param: Params<{ names: string[] }>) =>
  db
    .select({ name: counters.name, n: sql<number>`sum(${counters.n})::int` })
    .from(counters)
    .where(sql`${counters.name} = any(${param('names')})`)
    .groupBy(counters.name),
)

/** Kept by triggers, in shards so that two orders at once do not wait for one row. */
export async function storedCounts<const Name extends string>(db: DbOrTx, names: readonly Name[]) {
  const rows = await selectCounterSums(db, { names: [...names] })
  const found = new Map(rows.map(({ name, n }) => [name, n]))
  return (name: Name) => found.get(name) ?? 0
}

/** The sum of these counters. */
export async function storedCount(db: DbOrTx, ...names: string[]): Promise<string> {
  const count = await storedCounts(db, names)
  return String(names.reduce((sum, name) => sum + count(name), 0))
}
