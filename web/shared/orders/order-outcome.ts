import { chargeableFrom, dateIn } from '#contract/dates/calendar.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { pageData } from '#web/api/page-data.ts'

/**
 * Where an order stands with its money, as its pages tell it. A backend that says nothing of
 * payment counts as paid (rule 5).
 */
export type OrderOutcome =
  | 'paid'
  | 'unpaid'
  | 'scheduled'
  | 'processing'
  | 'failed'
  | 'refunded'
  | 'cancelled'

type PayableOrder = Pick<KnownOrder, 'status' | 'paymentStatus' | 'parentOrderId' | 'deliveryDate'>

export function orderOutcome(order: PayableOrder, moment = currentShopTime): OrderOutcome {
  if (order.status === 'cancelled') return 'cancelled'
  switch (order.paymentStatus) {
    case 'pending':
      return isChargedLater(order, moment()) ? 'scheduled' : 'unpaid'
    case 'processing':
    case 'failed':
    case 'refunded':
      return order.paymentStatus
    default:
      return 'paid'
  }
}

/** `failed` only means that the shop stopped trying: the buyer still may. */
export function canBePaid(outcome: OrderOutcome): boolean {
  return outcome === 'unpaid' || outcome === 'failed'
}

type ShopTime = { today: string; now: Date; timeZone: string }

function currentShopTime(): ShopTime {
  const { shop, today } = pageData()
  return { today, now: new Date(), timeZone: shop.timeZone }
}

/** A later delivery of a subscription is charged by itself on its date, and until then not owed. */
function isChargedLater(
  { parentOrderId, deliveryDate }: PayableOrder,
  { today, now, timeZone }: ShopTime,
) {
  if (!parentOrderId || !deliveryDate || deliveryDate < today) return false
  // On the day itself the hour counts, as long as the clock here is on the same day as the shop's.
  const isTooEarly = dateIn(timeZone, now) === today && now < chargeableFrom(timeZone, deliveryDate)
  return deliveryDate > today || isTooEarly
}
