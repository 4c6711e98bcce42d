import { Failure } from '../errors.ts'
import { type CalendarDate, cycleDate, dateIn, formatDate } from './calendar.ts'

/** How far ahead a date that comes from outside may lie: orders a year, everything else two. */
const ORDER_YEARS = 1
const PLAN_YEARS = 2

const yearsAfter = (today: CalendarDate, years: number) => cycleDate(today, 'monthly', 12 * years)

/** The latest date for which an order can be placed, counted from the shop's today. */
export const latestOrderDate = (today: CalendarDate) => yearsAfter(today, ORDER_YEARS)

/** The latest date to which a delivery is moved, a pause lasts or a truck is scheduled. */
export const latestPlanDate = (today: CalendarDate) => yearsAfter(today, PLAN_YEARS)

export const farDateMessage = (latest: CalendarDate) =>
  `Please choose a date no later than ${formatDate(latest)}`

type ShopTime = { timeZone: string; now: Date }

export function assertOrderDateInRange(
  deliveryDate: CalendarDate,
  { timeZone, now }: ShopTime,
): void {
  assertNotAfter('deliveryDate', deliveryDate, latestOrderDate(dateIn(timeZone, now)))
}

/** The field is named in the answer, so that a form shows the message beside it. */
export function assertPlanDateInRange(
  field: string,
  date: CalendarDate | null | undefined,
  { timeZone, now }: ShopTime,
): void {
  if (date) assertNotAfter(field, date, latestPlanDate(dateIn(timeZone, now)))
}

function assertNotAfter(field: string, date: CalendarDate, latest: CalendarDate): void {
  if (date <= latest) return
  const message = farDateMessage(latest)
  throw new Failure('invalid', message, { [field]: message })
}
