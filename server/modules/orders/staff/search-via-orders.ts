import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { COUNT_LIMIT, matchesText } from '#server/db/keyset.ts'
import { orderSearchText } from '../queries.ts'
import { orders } from '../tables.ts'

/** Where more orders match, so many rows do that they are found soonest from the list's beginning. */
const MAX_ORDERS = 5_000

/** Fewer letters stand in no trigram index, and in a good part of all orders. */
const MIN_LETTERS = 3

/** Words that were found in too many orders: a hint, right or wrong either way finds the same rows. */
const frequent = new Set<string>()
const MAX_FREQUENT = 200

/**
 * The rows of another list whose orders match what was typed, no more than are counted; found from
 * the orders' trigram index, for walking through the list would read each row's order. `rowsOf` says
 * which rows belong to the orders in the table that it is given. Undefined where walking is quicker.
 */
export async function searchViaOrders(
  db: DbOrTx,
  text: string,
  rowsOf: (found: SQL) => SQL,
): Promise<string[] | undefined> {
  if (text.length < MIN_LETTERS || frequent.has(text)) return undefined
  const { rows } = await db.execute<{ ids: string[]; n: number }>(sql`
    with found as materialized (
      select ${orders.id} as id from ${orders} where ${matchesText(orderSearchText, text)} limit ${MAX_ORDERS}
    )
    select (select count(*)::int from found) as n,
      array(select id from (${rowsOf(sql.raw('found'))} limit ${COUNT_LIMIT + 1}) as belonging) as ids`)
  const [found] = rows
  if (found && found.n < MAX_ORDERS) return found.ids
  if (frequent.size >= MAX_FREQUENT) frequent.clear()
  frequent.add(text)
  return undefined
}
