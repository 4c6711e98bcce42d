import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'

/** A calendar month of the shop, such as '2026-11'. */
export type Month = string

export const toMonth = (date: CalendarDate): Month => date.slice(0, 7)

export const firstDay = (month: Month): CalendarDate => `${month}-01`

/** The first day of the month after this one. */
export const firstDayAfter = (month: Month): CalendarDate =>
  firstDay(toMonth(addDays(firstDay(month), 31)))

const monthBefore = (month: Month): Month => toMonth(addDays(firstDay(month), -1))

/** Statements are sent in the morning, when nothing of the last month is still being committed. */
const SEND_HOUR = 6

/** The month whose statements are due: the last one, from the morning of the first day on. */
export function monthToSend(calendar: ShopCalendar, now: Date): Month {
  const last = monthBefore(toMonth(shopDate(calendar, now)))
  const isTooEarly = now < shopInstant(calendar, firstDayAfter(last), SEND_HOUR)
  return isTooEarly ? monthBefore(last) : last
}

export type StatementPeriod = {
  month: Month
  from: Date
  to: Date
  /** An invoice due before this date is overdue. */
  asOf: CalendarDate
}

/** From midnight to midnight by the shop's clock. The current month ends now. */
export function statementPeriod(
  month: Month | undefined,
  calendar: ShopCalendar,
  now: Date,
): StatementPeriod {
  const today = shopDate(calendar, now)
  const chosen = month ?? toMonth(today)
  if (chosen > toMonth(today)) {
    const message = 'Please choose a month that has started'
    throw new Failure('invalid', message, { month: message })
  }
  const after = firstDayAfter(chosen)
  const isOver = after < today
  return {
    month: chosen,
    from: shopInstant(calendar, firstDay(chosen), 0),
    to: shopInstant(calendar, after, 0),
    asOf: isOver ? after : today,
  }
}

type Entry = {
  orderId: string
  kind: 'invoiced' | 'received' | 'cancelled'
  cents: number
  at: Date
}

/** The sums of an account. Opening, invoiced, received and cancelled add up to closing. */
export function sumAccount<T extends Entry>(
  entries: readonly T[],
  { from, to }: Pick<StatementPeriod, 'from' | 'to'>,
) {
  const sum = (some: readonly Entry[]) => some.reduce((cents, entry) => cents + entry.cents, 0)
  const until = entries.filter(({ at }) => at < to)
  const lines = until.filter(({ at }) => at >= from)
  const sumKind = (kind: Entry['kind']) => sum(lines.filter((line) => line.kind === kind))
  const open = new Map<string, number>()
  for (const { orderId, cents } of until) open.set(orderId, (open.get(orderId) ?? 0) + cents)
  return {
    openingCents: sum(until) - sum(lines),
    invoicedCents: sumKind('invoiced'),
    receivedCents: sumKind('received'),
    cancelledCents: sumKind('cancelled'),
    closingCents: sum(until),
    lines,
    /** The amount left to pay, by order. */
    openCents: new Map([...open].filter(([, cents]) => cents !== 0)),
  }
}
