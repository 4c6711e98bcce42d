import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS, type OrderSubmission } from '#contract/checkout.ts'
import { assertOpenDate } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { OrderPrice } from '#contract/pricing.ts'

type PricedProduct = { priceCents: number }

/**
 * I8, C1, C8: the price list decides. If the browser's prices differ, the order is rejected. Only a
 * subscription's total may differ by one cent, because the browser rounds.
 */
export function assertPriceMatches(submission: OrderSubmission, price: OrderPrice): void {
  const isSamePrice = submission.items.every(
    (item, index) => item.price * item.quantity === price.lines[index]?.cents,
  )
  const tolerance = submission.isRecurring ? 1 : 0
  const isSameTotal = Math.abs(submission.total - price.totalCents) <= tolerance
  if (!isSamePrice || submission.subtotal !== price.subtotalCents || !isSameTotal) {
    throw new Failure('price_changed')
  }
  if (price.totalCents < MIN_TOTAL_CENTS || price.totalCents > MAX_TOTAL_CENTS) {
    const message = 'Please call us for an order of this size'
    throw new Failure('invalid', message, { items: message })
  }
}

/**
 * A provisional amount is a cart's subtotal, so it covers at least one product. Smaller amounts are
 * typical of tests of stolen cards.
 */
export function assertMinimumAmount(amountCents: number, products: readonly PricedProduct[]): void {
  const cheapest = Math.min(...products.map(({ priceCents }) => priceCents))
  if (products.length > 0 && amountCents < cheapest) throw new Failure('amount_too_small')
}

/** From tomorrow in the shop's time zone, not in the browser's, and on an open date (rule 34). */
export function assertOfferedDate(deliveryDate: string, calendar: ShopCalendar, now: Date): void {
  if (deliveryDate <= shopDate(calendar, now)) {
    const message = 'Please select a delivery date'
    throw new Failure('invalid', message, { deliveryDate: message })
  }
  assertOpenDate('deliveryDate', deliveryDate, calendar)
}
