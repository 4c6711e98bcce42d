import { formatDate } from '#contract/dates/calendar.ts'
import type { AddedStop, BoardDelivery, BoardStop, StopPin } from '#contract/routes/board.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import type { TimeAxis } from './time-axis.ts'

export const customerLabel = ({ customerName }: Pick<BoardDelivery, 'customerName'>): string =>
  customerName || 'Deleted customer'

/** '12 Main Street, Kingston 12401' */
export function addressText(
  delivery: Pick<BoardDelivery, 'deliveryAddress' | 'deliveryCity' | 'deliveryZip'>,
): string {
  const town = [delivery.deliveryCity, delivery.deliveryZip].filter(Boolean).join(' ')
  return [delivery.deliveryAddress, town].filter(Boolean).join(', ')
}

export const bottlesText = (bottles: number): string =>
  bottles === 1 ? '1 bottle' : `${bottles} bottles`

/** '3 left, 2 taken' */
export const countsText = ({ left, taken }: Pick<AddedStop, 'left' | 'taken'>): string =>
  `${left} left, ${taken} taken`

export const stopsText = (stops: number): string => (stops === 1 ? '1 stop' : `${stops} stops`)

/** Cached per zone: creating a formatter costs a hundred times more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** '9:10 AM' in the shop's time zone. */
export function timeText(instant: string, zone = pageData().shop.timeZone): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return instant
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
  formats.set(zone, format)
  return format.format(time)
}

/** '9:10 AM' on that date, and 'Fri, Mar 6, 12:10 AM' on another: a driver may be back late. */
export function timeOn(date: string, instant: string, zone = pageData().shop.timeZone): string {
  const isSameDay = formatDay(instant, zone) === formatDate(date, 'short')
  return isSameDay ? timeText(instant, zone) : formatDateTime(instant, zone)
}

/** '8:30 AM' for '08:30'. */
export function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shown = ((hour + 11) % 12) + 1
  return `${shown}:${String(minute).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

export const windowText = ({ from, to }: { from: string; to: string }): string =>
  `${clockText(from)} – ${clockText(to)}`

/** The driver's report, such as 'Done 9:41 AM'; undefined before. */
export const outcomeText = (
  { outcome, outcomeAt }: Pick<BoardStop, 'outcome' | 'outcomeAt'>,
  date: string,
): string | undefined =>
  outcomeAt && `${outcome === 'failed' ? 'Not delivered' : 'Done'} ${timeOn(date, outcomeAt)}`

/** When the stop is expected: a typed time wins over the planned one. */
export const expectedText = ({
  plannedAt,
  scheduledTime,
}: Pick<BoardStop, 'plannedAt' | 'scheduledTime'>): string | undefined => {
  if (scheduledTime) return clockText(scheduledTime)
  return plannedAt ? timeText(plannedAt) : undefined
}

export const pinOptions = [
  { value: 'none', label: 'None' },
  { value: 'truck', label: 'Truck' },
  { value: 'position', label: 'Position' },
  { value: 'time', label: 'Time' },
] as const satisfies readonly { value: StopPin; label: string }[]

export type StopState = 'done' | 'failed' | 'cancelled' | 'late' | 'after-window' | 'open'

/** A driver is late after this time. */
const LATE_MS = 15 * 60_000

/** The text of a stop on the board. `isRunning`: its route was published or has left. */
export function stopState(
  stop: Pick<BoardStop, 'status' | 'plannedAt' | 'window' | 'outcome'>,
  { midnight }: Pick<TimeAxis, 'midnight'>,
  now: number,
  isRunning: boolean,
): StopState {
  if (stop.status === 'completed') return 'done'
  if (stop.status === 'cancelled') return stop.outcome ?? 'cancelled'
  if (!stop.plannedAt) return 'open'
  const planned = Date.parse(stop.plannedAt)
  if (isRunning && now - planned > LATE_MS) return 'late'
  return stop.window && planned > midnight + parseMinutes(stop.window.to) * 60_000
    ? 'after-window'
    : 'open'
}

function parseMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
