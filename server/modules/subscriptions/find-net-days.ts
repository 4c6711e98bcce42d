import { eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { SubscriptionRow } from './queries.ts'

/**
 * Rule 39: the invoice terms of the next delivery; null if a card is charged. Read each time, so that
 * a customer who may no longer pay by invoice is asked for a card with the next delivery.
 */
export async function findNetDays(
  db: DbOrTx,
  { paysBy, customerId }: Pick<SubscriptionRow, 'paysBy' | 'customerId'>,
): Promise<number | null> {
  if (paysBy !== 'invoice' || customerId === null) return null
  const [row] = await db
    .select({ netDays: customers.invoiceNetDays })
    .from(customers)
    .where(eq(customers.id, customerId))
  return row?.netDays ?? null
}
