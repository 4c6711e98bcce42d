import { type CalendarDate, formatDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import { noDateText, zipNotServedText } from '#contract/zones/date-texts.ts'

/** Dates that a rejected request offers instead. */
export const OFFERED_DATES = 3

/** The fields of the request that has the ZIP code and the date. */
export type PlaceFields = { zip: string; date: string }

type PlaceRejection = {
  zip: string
  date: CalendarDate
  bottles: number
  phone: string
  /** The next dates that can be ordered. */
  dates: readonly CalendarDate[]
  fields: PlaceFields
}

/** Rule 46: a ZIP code outside every zone. */
export function zipNotServed({ zip, phone, fields }: Omit<PlaceRejection, 'dates'>): Failure {
  const message = zipNotServedText(zip, phone)
  return new Failure('zip_not_served', message, { [fields.zip]: message }, { dates: [] })
}

/** Rule 46: the zone is not served on this date. */
export function noRouteDay(rejected: PlaceRejection): Failure {
  const { zip, date, dates, fields } = rejected
  const message = `We don't deliver to ${zip} on ${formatDate(date)}. ${nextDates(rejected)}`
  return new Failure('no_route_day', message, { [fields.date]: message }, { dates })
}

/** Rule 46: the zone has no room for so many bottles on this date. */
export function dateFull(rejected: PlaceRejection): Failure {
  const { date, dates, fields } = rejected
  const message = `${formatDate(date)} is full. ${nextDates(rejected)}`
  return new Failure('date_full', message, { [fields.date]: message }, { dates })
}

function nextDates({ dates, bottles, phone }: PlaceRejection): string {
  if (dates.length > 0) return `Next dates: ${dates.map((date) => formatDate(date)).join('; ')}.`
  return noDateText(bottles, phone)
}

/** Whether this many bottles fit. An order that has its place already keeps it, unless it grows. */
export const fits = (
  bottles: number,
  {
    capacity,
    reserved,
    alreadyReserved,
  }: { capacity: number | null; reserved: number; alreadyReserved: number },
): boolean => capacity === null || bottles <= alreadyReserved || reserved + bottles <= capacity
