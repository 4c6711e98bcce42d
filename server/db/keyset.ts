import { between, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import { COUNT_LIMIT, type ListQuery } from '#contract/staff/listing.ts'
import type { DbOrTx } from './client.ts'
import { counters } from './counter-tables.ts'
import { type Params, preparedStatement } from './prepared-statement.ts'

/** The leading expression of an index whose last column is the id. */
export type SortKey = {
  by: Column | SQL
  type: 'timestamptz' | 'date' | 'text'
  isDescending?: boolean
}

/** Sort keys by their names in the contract. */
export type Sorts<Name extends string> = Record<Name | 'newest', SortKey>

/** Sorts by creation time in both directions. */
export const byCreatedAt = (createdAt: Column) => ({
  newest: { by: createdAt, type: 'timestamptz', isDescending: true } as const,
  oldest: { by: createdAt, type: 'timestamptz' } as const,
})

/**
 * Builds the sort order and the condition for rows after the cursor. An unknown sort means newest
 * first; an invalid cursor means the first page. `toPage` needs `key` in each selected row. `status`
 * is given if `hasStatus` filters by this column.
 */
export function keyset<Name extends string>(
  sorts: Sorts<Name>,
  id: Column,
  { sort, cursor }: Pick<ListQuery, 'sort' | 'cursor'>,
  status?: Column,
) {
  const name = sort !== undefined && Object.hasOwn(sorts, sort) ? (sort as Name) : 'newest'
  const { by, type, isDescending = false } = sorts[name]
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const from = readCursor(cursor, type)
  // A row comparison, so that PostgreSQL starts the index scan at the cursor.
  const isAfter = (row: KeysetCursor<unknown>) =>
    sql`(${by}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (${row.key}::${sql.raw(type)}, ${row.id}::uuid)`
  return {
    key: sql<string>`${by}::text`,
    orderBy: [
      ...(status && !cursor ? [sql`${status} ${direction}`] : []),
      sql`${by} ${direction}`,
      sql`${id} ${direction}`,
    ],
    from,
    isAfter,
    after: from && isAfter(from),
  }
}

/**
 * Filters rows of one status. On the first page a range, because PostgreSQL drops a sort column that
 * equals a constant: if most rows have the status, it would read the index without it, and pass all
 * newer rows of other statuses. Later pages start behind those.
 */
export const hasStatus = (column: Column, value: string, { cursor }: Pick<ListQuery, 'cursor'>) =>
  cursor ? eq(column, value) : between(column, value, value)

/**
 * Batch size of exports. Small batches do not block other requests, and their memory is freed before
 * the garbage collector promotes it. Larger ones used 100 MB more.
 */
export const BATCH_ROWS = 100

/** Sort key and id of the last row of a page. */
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

/** Removes the extra row that was read, and returns the cursor of the next page. */
export function toPage<Row extends { key: string; id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    page,
    next: hasMore ? Buffer.from(`${last.id} ${last.key}`).toString('base64url') : undefined,
  }
}

/** Escapes a search text for LIKE, so that it matches literally. */
export const likePattern = (text: string) =>
  `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Searches a trigram index. For an email address the index is searched only for the part before the
 * @, because many rows share a domain and rechecking them is slow.
 */
export function matchesText(searchText: SQL, text: string): SQL {
  const [name = '', host] = text.split('@')
  const pattern = likePattern(text)
  if (host === undefined || name.length < 3) return sql`${searchText} like ${pattern}`
  return sql`(${searchText} like ${likePattern(name)} and ${searchText} || '' like ${pattern})`
}

/**
 * Filters by the ids of a search result; undefined if the result exceeds the limit. With `= any`,
 * PostgreSQL scans the index of the sort order through years of rows and compares each with all ids.
 */
export const idIn = (id: Column, ids: string[] | undefined) =>
  ids && ids.length <= COUNT_LIMIT
    ? sql`${id} in (select unnest(${sql.param(ids)}::uuid[]))`
    : undefined

/** The number of these rows, at most one more than the limit. */
export const countedUpTo = (rows: SQL) =>
  sql<number>`(select count(*)::int from (${rows} limit ${sql.raw(String(COUNT_LIMIT + 1))}) as counted)`

/** Counts a filtered list up to the limit, so that the first page never scans the entire table. */
export async function countUpTo(db: DbOrTx, rows: SQL): Promise<string> {
  const { rows: counted } = await db.execute<{ n: number }>(sql`select ${countedUpTo(rows)} as n`)
  return formatCappedCount(counted[0]?.n ?? 0)
}

/** Formats a count that stopped at one more than the limit. */
export const formatCappedCount = (n: number) => (n > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(n))

const selectCounterSums = preparedStatement((db, param: Params<{ names: string[] }>) =>
  db
    .select({ name: counters.name, n: sql<number>`sum(${counters.n})::int` })
    .from(counters)
    .where(sql`${counters.name} = any(${param('names')})`)
    .groupBy(counters.name),
)

/** Reads trigger-maintained counters. Shards keep concurrent writers from waiting for one row. */
export async function storedCounts<const Name extends string>(db: DbOrTx, names: readonly Name[]) {
  const rows = await selectCounterSums(db, { names: [...names] })
  const counts = new Map(rows.map(({ name, n }) => [name, n]))
  return (name: Name) => counts.get(name) ?? 0
}

/** Returns the sum of these counters. */
export async function storedCount(db: DbOrTx, ...names: string[]): Promise<string> {
  const count = await storedCounts(db, names)
  return String(names.reduce((sum, name) => sum + count(name), 0))
}
