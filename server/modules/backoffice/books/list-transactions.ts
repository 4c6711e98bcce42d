import { type SQL, sql } from 'drizzle-orm'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { BooksQuery } from '#contract/staff/books.ts'
import type { Db } from '#server/db/client.ts'
import { bookSpan } from './book-dates.ts'
import {
  type Section,
  type TransactionCell,
  transactionCells,
  transactionSections,
} from './transaction-sections.ts'

/** A row behind the daily summary; cells that its kind does not have are null. */
export type BookTransaction = { id: string; key: string } & {
  [Cell in TransactionCell]: Cell extends TextCell ? string | null : number | null
}
type TextCell =
  | 'at'
  | 'date'
  | 'kind'
  | 'orderId'
  | 'currency'
  | 'sourceRef'
  | 'payoutId'
  | 'arrivesOn'
  | 'availableAt'
  | 'description'

type ListDeps = { db: Db; account?: string; shop: { calendar: ShopCalendar } }

/** A page of the rows behind the daily summary. */
export async function listTransactions(
  { db, account = '', shop }: ListDeps,
  query: BooksQuery,
  cursor: string | undefined,
  limit: number,
): Promise<{ rows: BookTransaction[]; next: string | undefined }> {
  const { nth, after } = readCursor(cursor)
  const sections = transactionSections(account)
  const section = sections[nth]
  if (!section) return { rows: [], next: undefined }
  const inRange = isInRange(section, query, shop.calendar)
  const { rows } = await db.execute<BookTransaction>(
    sql`select ${section.id}::text as id, ${section.key}::text as key, ${selectCells(section)}
      from ${section.from} where ${section.where} and ${inRange} and ${isAfter(section, after)}
      order by ${section.key}, ${section.id} limit ${limit + 1}`,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last)
    return { rows: page, next: JSON.stringify([nth, last.key, last.id]) }
  return { rows: page, next: nth + 1 < sections.length ? JSON.stringify([nth + 1]) : undefined }
}

/** The number of rows, for the audit log. */
export async function countTransactions(
  { db, account = '', shop }: ListDeps,
  query: BooksQuery,
): Promise<number> {
  let count = 0
  for (const section of transactionSections(account)) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*) as n from ${section.from}
        where ${section.where} and ${isInRange(section, query, shop.calendar)}`,
    )
    count += Number(rows[0]?.n ?? 0)
  }
  return count
}

const selectCells = ({ cells }: Section): SQL =>
  sql.join(
    transactionCells.map((name) => sql`${cells[name] ?? sql`null`} as ${sql.identifier(name)}`),
    sql`, `,
  )

function isInRange({ key, keyType }: Section, query: BooksQuery, calendar: ShopCalendar): SQL {
  if (keyType === 'date') return sql`${key} between ${query.from}::date and ${query.to}::date`
  const [from, to] = bookSpan(calendar, query)
  return sql`${key} >= ${from.toISOString()}::timestamptz
    and ${key} < ${to.toISOString()}::timestamptz`
}

type Position = { key: string; id: string } | undefined

/** A row comparison, so that PostgreSQL starts the index scan there. */
function isAfter({ key, keyType, id, idType }: Section, after: Position): SQL {
  if (!after) return sql`true`
  return sql`(${key}, ${id}) >
    (${after.key}::${sql.raw(keyType)}, ${after.id}::${sql.raw(idType)})`
}

/** Cursors never leave the server: an export reads all of its pages in one request. */
function readCursor(cursor: string | undefined): { nth: number; after: Position } {
  const [nth, key, id] = JSON.parse(cursor ?? '[0]') as [number, string?, string?]
  return { nth, after: key !== undefined && id !== undefined ? { key, id } : undefined }
}
