import { addDays, type CalendarDate, dateIn, FIRST_DATE, instantIn, LAST_DATE } from './calendar.ts'

/** How the shop schedules deliveries from a date on. */
export type CalendarPeriod = {
  from: CalendarDate
  timeZone: string
  /** Hour at which the trucks leave; the cut-off counts back from it. */
  dayStartHour: number
  /** Hours before the start of the delivery day until which a delivery can be changed. */
  cutoffHours: number
  /** Hour of the delivery date at which renewals are charged. */
  chargeHour: number
  /** Days before the delivery date when a renewal order is created and the reminder is sent. */
  reminderDays: number
}

/** A day on which the shop neither delivers nor charges, such as a holiday. */
export type ClosedDate = { date: CalendarDate; name: string }

/**
 * Rule 34: the shop's time zone, hours and cut-off by date. A delivery follows the period of its date, so a
 * change never alters what was promised for earlier dates. The first period has no start.
 */
export type ShopCalendar = {
  periods: readonly [CalendarPeriod, ...CalendarPeriod[]]
  /** In the order of their dates. Missing in calendars stored before there were closed dates. */
  closedDates?: readonly ClosedDate[]
}

export const defaultPeriod = {
  from: FIRST_DATE,
  dayStartHour: 8,
  cutoffHours: 24,
  chargeHour: 6,
  reminderDays: 3,
} as const satisfies Omit<CalendarPeriod, 'timeZone'>

export const defaultCalendar = (timeZone: string): ShopCalendar => ({
  periods: [{ ...defaultPeriod, timeZone }],
})

/** The rules for deliveries on this date. */
export function periodOn({ periods }: ShopCalendar, date: CalendarDate): CalendarPeriod {
  return periods.findLast(({ from }) => from <= date) ?? periods[0]
}

/** The rules at this instant. A period starts at midnight in its own zone. */
export function periodAt({ periods }: ShopCalendar, instant: Date): CalendarPeriod {
  const hasStarted = ({ from, timeZone }: CalendarPeriod) => from <= dateIn(timeZone, instant)
  return periods.findLast((period, index) => index > 0 && hasStarted(period)) ?? periods[0]
}

/** The shop's calendar date at this instant. */
export const shopDate = (calendar: ShopCalendar, instant: Date): CalendarDate =>
  dateIn(periodAt(calendar, instant).timeZone, instant)

export const findClosedDate = (
  { closedDates = [] }: ShopCalendar,
  date: CalendarDate,
): ClosedDate | undefined => closedDates.find((closed) => closed.date === date)

export const isClosed = (calendar: ShopCalendar, date: CalendarDate): boolean =>
  findClosedDate(calendar, date) !== undefined

/** This date, or the first one after it on which the shop is open. */
export function nextOpenDate(calendar: ShopCalendar, date: CalendarDate): CalendarDate {
  // AU1: every step uses up a closed date, and their number is limited.
  let open = date
  while (open < LAST_DATE && isClosed(calendar, open)) open = addDays(open, 1)
  return open
}

/**
 * The earliest delivery is tomorrow, because today's trucks are already loaded (rule 25), or the
 * next date on which the shop is open.
 */
export const earliestDelivery = (calendar: ShopCalendar, now: Date): CalendarDate =>
  nextOpenDate(calendar, addDays(shopDate(calendar, now), 1))

/** The instant at which a clock of the shop shows this hour of a delivery date. */
export const shopInstant = (calendar: ShopCalendar, date: CalendarDate, hour: number): Date =>
  instantIn(periodOn(calendar, date).timeZone, date, hour)

const HOUR_MS = 3_600_000

/** The cut-off for changing or cancelling a delivery, before its day starts (rule 18). */
export function changeUntil(calendar: ShopCalendar, deliveryDate: CalendarDate): Date {
  const { dayStartHour, cutoffHours } = periodOn(calendar, deliveryDate)
  const dayStart = shopInstant(calendar, deliveryDate, dayStartHour)
  return new Date(dayStart.getTime() - cutoffHours * HOUR_MS)
}

/** The latest delivery date whose cut-off has passed. */
export function lastPastCutoff(calendar: ShopCalendar, now: Date): CalendarDate {
  let date = addDays(shopDate(calendar, now), -1)
  while (changeUntil(calendar, addDays(date, 1)) <= now) date = addDays(date, 1)
  return date
}

/** The earliest instant at which a renewal is charged, on its delivery date (rule 16). */
export const chargeableFrom = (calendar: ShopCalendar, deliveryDate: CalendarDate): Date =>
  shopInstant(calendar, deliveryDate, periodOn(calendar, deliveryDate).chargeHour)

/** The date on which a renewal's order is created and its reminder sent. */
export function reminderDate(calendar: ShopCalendar, deliveryDate: CalendarDate): CalendarDate {
  return addDays(deliveryDate, -periodOn(calendar, deliveryDate).reminderDays)
}

/** The longest time between a reminder and its delivery in any period, in days. */
export const longestReminder = ({ periods }: ShopCalendar): number =>
  Math.max(...periods.map(({ reminderDays }) => reminderDays))
