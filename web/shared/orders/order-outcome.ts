import { chargeableFrom, type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { pageData } from '#web/api/page-data.ts'

/**
 * The payment outcome of an order, as shown on its pages. An order without a payment status counts
 * as paid (rule 5).
 */
export type OrderOutcome =
  | 'paid'
  | 'unpaid'
  | 'scheduled'
  /** Rule 39: by invoice, before the terms are accepted and before the delivery date. */
  | 'terms'
  | 'to_invoice'
  | 'processing'
  | 'failed'
  | 'refunded'
  | 'due'
  | 'cancelled'

type PayableOrder = Pick<
  KnownOrder,
  'status' | 'paymentStatus' | 'parentOrderId' | 'deliveryDate'
> & {
  paymentTerms?: KnownOrder['paymentTerms']
}

export function orderOutcome(order: PayableOrder, getShopTime = currentShopTime): OrderOutcome {
  if (order.status === 'cancelled') return 'cancelled'
  switch (order.paymentStatus) {
    case 'pending':
      if (order.paymentTerms === 'invoice') return order.parentOrderId ? 'to_invoice' : 'terms'
      return isChargedLater(order, getShopTime()) ? 'scheduled' : 'unpaid'
    case 'processing':
    case 'failed':
    case 'refunded':
    case 'due':
      return order.paymentStatus
    default:
      return 'paid'
  }
}

/** `failed` means that the shop has stopped retrying; the buyer can still pay. */
export function canBePaid(outcome: OrderOutcome): boolean {
  return outcome === 'unpaid' || outcome === 'failed'
}

type ShopTime = { today: string; now: Date; calendar: ShopCalendar }

function currentShopTime(): ShopTime {
  const { shop, today } = pageData()
  return { today, now: new Date(), calendar: shop.calendar }
}

/** A renewal is charged automatically on its delivery date, and is not due before. */
function isChargedLater(
  { parentOrderId, deliveryDate }: PayableOrder,
  { today, now, calendar }: ShopTime,
) {
  if (!parentOrderId || !deliveryDate || deliveryDate < today) return false
  // On the delivery date the hour matters, if the browser's clock agrees with the shop's date.
  const isTooEarly =
    shopDate(calendar, now) === today && now < chargeableFrom(calendar, deliveryDate)
  return deliveryDate > today || isTooEarly
}
