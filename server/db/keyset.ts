import { and, type Column, desc, lt, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'

type Keys = { createdAt: Column; id: Column }

/** Newest first; the id decides among rows of one moment. */
export const newestFirst = ({ createdAt, id }: Keys) => [desc(createdAt), desc(id)]

/** Rows that come after the one that the cursor names; an unreadable cursor means the beginning. */
export function after({ createdAt, id }: Keys, cursor: string | undefined): SQL | undefined {
  const [at = '', key = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ')
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime()) || !/^[0-9a-f-]{36}$/.test(key)) return undefined
  return or(lt(createdAt, moment), and(sql`${createdAt} = ${moment}`, lt(id, key)))
}

/** Cuts a stretch that was read one row too long, and names where the next begins. */
export function toStretch<Row extends { createdAt: Date; id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    page,
    next: isMore
      ? Buffer.from(`${last.createdAt.toISOString()} ${last.id}`).toString('base64url')
      : undefined,
  }
}

/** For LIKE: what was typed is looked for as it is. */
export const containing = (text: string) =>
  `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

const COUNTED_UP_TO = 1_000

/** A filtered list is counted so far and no further: the first page must not cost the whole table. */
export async function countUpTo(db: DbOrTx, rows: SQL): Promise<string> {
  const { rows: found } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${rows} limit ${COUNTED_UP_TO + 1}) as counted`,
  )
  const n = found[0]?.n ?? 0
  return n > COUNTED_UP_TO ? `${COUNTED_UP_TO}+` : String(n)
}

/** Kept by triggers, in shards so that two orders at once do not wait for one row. */
export async function keptCount(db: DbOrTx, name: string): Promise<string> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select coalesce(sum(n), 0)::int as n from counters where name = ${name}`,
  )
  return String(rows[0]?.n ?? 0)
}
