import { type SQL, sql } from 'drizzle-orm'
import { COUNT_LIMIT } from '#contract/staff/listing.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { matchesText } from '#server/db/keyset.ts'
import { orderSearchText } from '../queries.ts'
import { orders } from '../tables.ts'

/** Above this number of matching orders, scanning the list itself finds a page sooner. */
const MAX_ORDERS = 5_000

/** A trigram index cannot find shorter texts, and many orders contain them. */
const MIN_LETTERS = 3

/** Texts that matched too many orders. Only a hint: a stale entry still finds the same rows. */
const frequentTexts = new Set<string>()
const MAX_FREQUENT = 200

/**
 * Ids of another list's rows whose orders match a search, up to the count limit. They are found
 * with the orders' trigram index, because scanning the list would read every row's order.
 * `selectRows` selects the rows that belong to the orders in the given table. Returns undefined if
 * scanning the list is faster.
 */
export async function searchViaOrders(
  db: DbOrTx,
  text: string,
  selectRows: (matchingOrders: SQL) => SQL,
): Promise<string[] | undefined> {
  if (text.length < MIN_LETTERS || frequentTexts.has(text)) return undefined
  const { rows } = await db.execute<{ ids: string[]; n: number }>(sql`
    with matching_orders as materialized (
      select ${orders.id} as id from ${orders} where ${matchesText(orderSearchText, text)} limit ${MAX_ORDERS}
    )
    select (select count(*)::int from matching_orders) as n,
      array(
        select id from (${selectRows(sql.raw('matching_orders'))} limit ${COUNT_LIMIT + 1}) as belonging
      ) as ids`)
  const [result] = rows
  if (result && result.n < MAX_ORDERS) return result.ids
  if (frequentTexts.size >= MAX_FREQUENT) frequentTexts.clear()
  frequentTexts.add(text)
  return undefined
}
