import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { DeliveryCalendar } from '#contract/zones/landed-date.ts'
import { deliveryDateFinder, sharesDate } from '../cycle-dates.ts'
import type { CycleRow, SubscriptionRow } from '../queries.ts'

/** More weekly cycles than the weeks that are planned, also if closed dates move some together. */
const MAX_CYCLES = 20

type Plan = {
  subscription: SubscriptionRow
  /** Rows from some time before the next cycle on. */
  rows: readonly CycleRow[]
  /** The date of the first order, if it is no cycle. */
  firstDate: CalendarDate | undefined
}

/** The deliveries without an order until a date, with the dates on which they land. */
export function plannedDates(
  { subscription, rows, firstDate }: Plan,
  calendar: DeliveryCalendar,
  until: CalendarDate,
): { cycle: number; date: CalendarDate }[] {
  const { status, nextCycle, nextDate } = subscription
  if (nextDate === null || (status !== 'active' && status !== 'paused')) return []
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const statuses = new Map(rows.map((row) => [row.cycle, row.status]))
  const earlier = rows.filter((row) => row.status === 'planned' && row.cycle < nextCycle)
  const following = Array.from({ length: MAX_CYCLES }, (_, n) => nextCycle + n)
  return [...earlier.map(({ cycle }) => cycle), ...following]
    .filter((cycle) => (statuses.get(cycle) ?? 'planned') === 'planned')
    .map((cycle) => ({ cycle, date: dateFor(cycle) }))
    .filter(({ date }) => date <= until)
    .filter(({ cycle }) => !sharesDate({ ...subscription, firstDate }, rows, calendar, cycle))
}
