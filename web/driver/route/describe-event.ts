import type { CountLine, FailureReason, SentDriverEvent } from '#contract/driver/events.ts'
import { reasonLabels } from '#contract/driver/reason-labels.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { countableProducts } from './countable-products.ts'
import { stopName } from './route-changes.ts'
import { shortDay } from './short-day.ts'

/** An entry of a driver in plain words, for the driver and for dispatch, to enter it manually. */
export type EntryText = {
  /** Such as 'Tue, Nov 17, 10:32 AM', by the shop's clock as far as it is known. */
  time: string
  truck: string
  /** The customer; empty for what concerns the entire route. */
  stop: string
  address: string
  /** The entry: 'Delivered: 5 Gallon: 2 full left, 1 empty taken'. */
  what: string
  /** The entry that this one corrects; empty without one. */
  replacedEntry: string
}

/** The later correction of an entry; null while it counts. */
export type LaterChange = 'corrected' | 'undone' | null

type EntryContext = {
  /** Undefined if the phone no longer has it: then there are no names. */
  route: DriverRoute | undefined
  laterChange: LaterChange
  /** The entry that this one supersedes. */
  before: SentDriverEvent | undefined
}

export function describeEvent(
  event: SentDriverEvent,
  { route, laterChange, before }: EntryContext,
): EntryText {
  const stop = route?.stops.find(({ id }) => id === event.stopId)
  const { street, city, state, zip } = stop?.address ?? {}
  return {
    time: formatTap(event, route?.timeZone),
    truck: route ? `${route.truckName}, ${shortDay(route.date)}` : '',
    stop: stop ? stopName(stop) : event.stopId ? 'Unknown stop' : '',
    address: stop ? [street, city, `${state} ${zip}`].filter(Boolean).join(', ') : '',
    what: describeWhat(event, { route, laterChange, before }),
    replacedEntry: before && event.type !== 'superseded' ? describeAlone(before, route) : '',
  }
}

function formatTap(
  { tappedAt, skewMs = 0 }: SentDriverEvent,
  timeZone: string | undefined,
): string {
  const at = new Date(Date.parse(tappedAt) + skewMs)
  const options = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  // An invalid time is shown as it was sent.
  if (Number.isNaN(at.getTime())) return tappedAt
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at)
  } catch {
    // A phone without the time zone.
    return new Intl.DateTimeFormat('en-US', options).format(at)
  }
}

const describeAlone = (event: SentDriverEvent, route: DriverRoute | undefined): string =>
  describeWhat(event, { route, laterChange: null, before: undefined })

function describeWhat(
  event: SentDriverEvent,
  { route, laterChange, before }: EntryContext,
): string {
  const labels: Record<SentDriverEvent['type'], string> = {
    loaded: `Load of trip ${event.trip}`,
    departed: `Left the depot, trip ${event.trip}`,
    arrived: 'Arrived',
    delivered: 'Delivered',
    failed: 'Not delivered',
    'skipped-for-now': 'Skipped for now',
    'stop-added': 'Added stop',
    note: 'Note',
    'payment-received': 'Payment received',
    returned: `Count of the truck after trip ${event.trip}`,
    'version-accepted': 'Saw the changes of the route',
    closed: 'Route closed',
    superseded: 'Undone',
  }
  const isUndo = event.type === 'superseded'
  const details = isUndo && before ? [describeAlone(before, route)] : describePayload(event, route)
  const marks = [
    ...(event.supersedes && !isUndo ? ['correction'] : []),
    ...(laterChange ? [`${laterChange} later`] : []),
  ]
  const label = `${labels[event.type]}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`
  return details.length > 0 ? `${label}: ${details.join('; ')}` : label
}

/** Every field that a payload may have. */
type Fields = {
  name?: string
  reason?: FailureReason
  method?: string
  amount?: string | number
  reference?: string
  lines?: Partial<CountLine>[]
  note?: string
}

function describePayload({ type, payload }: SentDriverEvent, route: DriverRoute | undefined) {
  const { name, reason, method, amount, reference, lines = [], note } = (payload ?? {}) as Fields
  const isAtStop = type === 'delivered' || type === 'stop-added'
  const details: string[] = []
  if (name) details.push(name)
  if (reason) details.push(reasonLabels[reason])
  if (amount !== undefined) details.push(`${method}, $${amount}`)
  if (reference) details.push(`number ${reference}`)
  details.push(...lines.map((line) => describeLine(line, isAtStop, route)))
  if (note) details.push(`“${note}”`)
  return details
}

function describeLine(
  { productId, full = 0, empties = 0, damaged = 0 }: Partial<CountLine>,
  isAtStop: boolean,
  route: DriverRoute | undefined,
): string {
  const name = findProduct(productId, route) ?? `Product ${productId}`
  const emptyBottles = empties === 1 ? '1 empty' : `${empties} empties`
  const counts = isAtStop
    ? [`${full} full left`, `${emptyBottles} taken`]
    : [`${full} full`, emptyBottles]
  if (damaged > 0) counts.push(`${damaged} damaged`)
  return `${name}: ${counts.join(', ')}`
}

/** An ordered product may no longer be in the shop's list. */
const findProduct = (id: string | undefined, route: DriverRoute | undefined) =>
  route &&
  countableProducts(
    route,
    [...route.stops, ...route.trips].flatMap(({ lines }) => lines),
  ).find((product) => product.id === id)?.name
