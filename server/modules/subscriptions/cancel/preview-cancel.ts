import { shopDate } from '#contract/dates/shop-calendar.ts'
import { isStillToDeliver } from '#contract/dates/still-to-deliver.ts'
import { centsToText } from '#contract/money.ts'
import type { Shop } from '#contract/shop.ts'
import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { cancelEffect } from '#server/modules/deliveries/index.ts'
import { getRefundableRest } from '#server/modules/deposits/index.ts'
import { hasDeferredEffect, type OrderRow } from '#server/modules/orders/index.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import type { CycleRow } from '../queries.ts'
import { cancelOutcome } from './cancel-outcome.ts'

type PreviewDeps = { clock: { now(): Date }; shop: Pick<Shop, 'calendar'> }

type PreviewData = {
  cycles: readonly CycleRow[]
  orders: ReadonlyMap<string, OrderRow>
  first: IfCancelled['first']
  next: Pick<Delivery, 'date' | 'orderId'> | null
}

/** Rule 17: everything that cancelling the subscription now would do. */
export function previewCancel(
  { clock, shop }: PreviewDeps,
  { cycles, orders, first, next }: PreviewData,
): IfCancelled {
  const datesWith = (wantedOutcome: ReturnType<typeof cancelOutcome>) =>
    cycles.flatMap((row) => {
      const order = row.orderId ? orders.get(row.orderId) : undefined
      const outcome = order && cancelOutcome(row, order, shop.calendar, clock.now())
      return outcome === wantedOutcome ? [row.date] : []
    })
  // A next delivery that has an order is in one of the lists, or is paid and not affected.
  const planned = next && !next.orderId ? [next.date] : []
  return {
    ...(first && { first }),
    cancelled: [...new Set([...datesWith('cancelled'), ...planned])].sort(),
    stillDelivered: datesWith('still_delivered'),
  }
}

/** What cancelling does to the first order and its payment; undefined if nothing. */
export async function previewFirst(
  db: DbOrTx,
  { clock, shop }: PreviewDeps,
  order: OrderRow | undefined,
): Promise<IfCancelled['first']> {
  const now = clock.now()
  if (!order || !isStillToDeliver(order, shopDate(shop.calendar, now))) return undefined
  // A bulk cancel that can still be undone is replaced by this one.
  const isCancelled = order.status === 'cancelled'
  if (isCancelled && !(await hasDeferredEffect(db, order.id, 'cancelled'))) return undefined
  const payment = await getPayment(db, order.id)
  const effect = cancelEffect(order, payment, { now, calendar: shop.calendar })
  if (!effect) return undefined
  const first = { date: order.deliveryDate, cancelEffect: effect }
  if (effect !== 'cancelled_and_refunded') return first
  const { cardCents, creditCents } = await getRefundableRest(db, order, payment)
  return {
    ...first,
    refund: { toCard: centsToText(cardCents), asCredit: centsToText(creditCents) },
  }
}
