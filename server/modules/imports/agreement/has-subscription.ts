import { and, eq, ne } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import { toMatchKey } from '../file/read-line.ts'
import type { ImportedRow } from '../tables.ts'

/** Whether the customer has subscribed at this address since; a second one would deliver twice. */
export async function hasSubscription(
  db: DbOrTx,
  { customerId, customerEmail, matchKey }: ImportedRow,
): Promise<boolean> {
  const rows = await db
    .select({ street: subscriptions.deliveryAddress })
    .from(subscriptions)
    .where(and(eq(subscriptions.customerId, customerId), ne(subscriptions.status, 'cancelled')))
  return rows.some(({ street }) => toMatchKey(customerEmail, street ?? '') === matchKey)
}
