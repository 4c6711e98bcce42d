import { isCalendarDate } from '#contract/dates/calendar.ts'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'

/** A product's first price has no start, so that a clock that is behind finds a price, too. */
export const FIRST_VALID_FROM = new Date(0)

/** Clocks of browsers and servers differ a little: an instant just past means now. */
const CLOCK_SKEW_MS = 60_000

type ShopTime = { calendar: ShopCalendar; now: Date }

/**
 * When a new price starts: now, or from a later calendar date (its midnight in the shop's time zone)
 * or instant.
 */
export function priceStart(validFrom: string | null | undefined, shopTime: ShopTime): Date {
  const { calendar, now } = shopTime
  if (!validFrom) return now
  const today = shopDate(calendar, now)
  const isDate = isCalendarDate(validFrom)
  const date = isDate ? validFrom : shopDate(calendar, new Date(validFrom))
  const start = isDate ? shopInstant(calendar, date, 0) : new Date(validFrom)
  const isPast = isDate ? date < today : start.getTime() < now.getTime() - CLOCK_SKEW_MS
  if (isPast) {
    const message = "A price can't start in the past"
    throw new Failure('invalid', message, { validFrom: message })
  }
  assertPlanDateInRange('validFrom', date, shopTime)
  return new Date(Math.max(start.getTime(), now.getTime()))
}

type Sale = { state: string; isSoldOut: boolean }

/** Rule 30: whether a product can be ordered. */
export const isOffered = ({ state, isSoldOut }: Sale): boolean => state === 'active' && !isSoldOut

type Prices = {
  priceCents: number
  scheduledPrices: readonly { cents: number; validFrom: string }[]
}

/** Rule 32: the list price at an instant that is not before the product was read. */
export function listPriceAt({ priceCents, scheduledPrices }: Prices, at: Date): number {
  const started = scheduledPrices.findLast(({ validFrom }) => new Date(validFrom) <= at)
  return started?.cents ?? priceCents
}
