import type { Shop } from '#contract/shop.ts'
import { consentText } from '#contract/subscriptions/consent.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderDraft } from '#server/modules/orders/index.ts'
import type { Clock } from '#server/runtime.ts'
import { consents } from '../tables.ts'

/** IP address and account of the request that places the order. */
export type OrderOrigin = { ip: string; customerId: string | undefined }

type ConsentedOrder = Pick<OrderDraft, 'id'> & {
  details: Pick<
    OrderDraft['details'],
    'isRecurring' | 'recurringFrequency' | 'deliveryDate' | 'customerId'
  >
  price: { totalCents: number }
  /** Set if deliveries are invoiced instead of charged. */
  netDays?: number
}

type ConsentDeps = {
  clock: Clock
  shop: Pick<Shop, 'calendar'> & Partial<Pick<Shop, 'routeDaysOnly'>>
}

/** Stores the consent shown next to the button, in the transaction that writes the order. */
export async function recordConsent(
  tx: Tx,
  { clock, shop }: ConsentDeps,
  { id: orderId, details, price, netDays }: ConsentedOrder,
  origin: OrderOrigin,
): Promise<void> {
  const { isRecurring, recurringFrequency: frequency, deliveryDate, customerId } = details
  if (!isRecurring || !frequency) return
  const { totalCents } = price
  const { calendar, routeDaysOnly } = shop
  const consent = {
    text: consentText({ totalCents, frequency, deliveryDate, calendar, netDays, routeDaysOnly }),
    totalCents,
    ip: origin.ip,
    isSignedIn: customerId !== null && origin.customerId === customerId,
    givenAt: clock.now(),
  }
  await tx
    .insert(consents)
    .values({ orderId, kind: 'terms', ...consent })
    .onConflictDoUpdate({ target: [consents.orderId, consents.kind], set: consent })
}
