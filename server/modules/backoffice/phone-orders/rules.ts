import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/checkout.ts'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { assertOpenDate, assertOrderDateInRange } from '#contract/dates/date-limits.ts'
import { changeUntil, type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import {
  lateLinkMessage,
  type PhoneOrderForm,
  type PhonePayment,
} from '#contract/staff/phone-orders.ts'

/** Rule 38: a pay link waits seven days instead of one. */
const LINK_LIFETIME_MS = 7 * 24 * 3_600_000

/** Orders paid on delivery or by invoice are not limited by the card's maximum. */
const MAX_DUE_CENTS = 100_000_000

type ShopTime = { calendar: ShopCalendar; now: Date }

const reject = (field: string, message: string): never => {
  throw new Failure('invalid', message, { [field]: message })
}

export const isByCard = (payment: PhonePayment): boolean =>
  payment === 'link' || payment === 'saved_card'

/** The end of a pay link: after seven days, or at the delivery's cut-off if that is earlier. */
export function linkEnd(deliveryDate: CalendarDate, { calendar, now }: ShopTime): Date {
  const cutoff = changeUntil(calendar, deliveryDate).getTime()
  return new Date(Math.min(cutoff, now.getTime() + LINK_LIFETIME_MS))
}

/** Rule 38: as in the shop, but staff may choose today. */
export function assertDeliveryDate(deliveryDate: CalendarDate, shopTime: ShopTime): void {
  const { calendar, now } = shopTime
  if (deliveryDate < shopDate(calendar, now)) {
    reject('deliveryDate', 'Please select a delivery date')
  }
  assertOrderDateInRange(deliveryDate, shopTime)
  assertOpenDate('deliveryDate', deliveryDate, calendar)
}

/**
 * A link that would end at once cannot be paid, and a recurring order starts only when the customer
 * accepts its terms on the link (rule 39).
 */
export function assertPayable(
  { payment, isRecurring, deliveryDate }: PhoneOrderForm,
  totalCents: number,
  shopTime: ShopTime,
): void {
  if (isRecurring && payment !== 'link' && payment !== 'invoice') {
    reject('payment', 'Send a pay link. The customer accepts the terms of the subscription there.')
  }
  const isByLink = isRecurring || payment === 'link'
  if (isByLink && linkEnd(deliveryDate, shopTime) <= shopTime.now) {
    reject('payment', lateLinkMessage(isRecurring))
  }
  const maxCents = isByCard(payment) ? MAX_TOTAL_CENTS : MAX_DUE_CENTS
  if (isByCard(payment) && totalCents < MIN_TOTAL_CENTS) {
    reject('items', 'This total is too small for a card')
  }
  if (totalCents > maxCents) reject('items', 'This total is too large for this way to pay')
}

export const invoiceTerms = (netDays: number, { calendar, now }: ShopTime) => ({
  netDays,
  dueOn: addDays(shopDate(calendar, now), netDays),
})
