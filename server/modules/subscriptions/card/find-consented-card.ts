import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { isSameAccount } from '#server/modules/payments/index.ts'
import { consents, subscriptions } from '../tables.ts'

export type ConsentedCard = { paymentMethodRef: string; customerRef: string }

/** The checkout's consent, or the one given when a delivery was paid manually (AU8). */
const hasConsent = sql`exists (select 1 from ${consents} join ${orders} on ${orders.id} = ${consents.orderId}
  where ${or(eq(orders.id, subscriptions.id), eq(orders.parentOrderId, subscriptions.id))})`

/**
 * Rule 38: the card that staff may charge for this customer: that of a subscription whose owner
 * agreed to its use. A cancelled or past due subscription has none.
 */
export async function findConsentedCard(
  db: DbOrTx,
  { customerId, account }: { customerId: string; account: string | undefined },
): Promise<ConsentedCard | undefined> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.customerId, customerId),
        inArray(subscriptions.status, ['active', 'paused']),
        isNotNull(subscriptions.paymentMethodRef),
        isNotNull(subscriptions.customerRef),
        hasConsent,
      ),
    )
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
  const usable = rows.find(({ providerAccount }) => isSameAccount(providerAccount, account))
  if (!usable?.paymentMethodRef || !usable.customerRef) return undefined
  return { paymentMethodRef: usable.paymentMethodRef, customerRef: usable.customerRef }
}
