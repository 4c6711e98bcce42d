import type { CalendarDate } from '#contract/dates/calendar.ts'
import { openRouteDays, totalCapacity } from '#contract/zones/route-days.ts'
import { withExceptions } from '#contract/zones/zone-exceptions.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { lockOrder, markSubmitted, type OrderRow } from '#server/modules/orders/index.ts'
import { findZoneByZip, type NamedZone } from '#server/modules/zones/index.ts'
import { type CapacityDeps, datesWithRoom } from './list-open-dates.ts'
import {
  findOrder,
  lockZoneDay,
  RESERVATION_MS,
  type ReplacedBottles,
  readReserved,
} from './queries.ts'
import {
  dateFull,
  fits,
  noRouteDay,
  OFFERED_DATES,
  type PlaceFields,
  zipNotServed,
} from './rules.ts'

/** The capacity that a delivery needs: so many bottles at a ZIP code on a date. */
export type Place = {
  zip: string
  date: CalendarDate
  bottles: number
  /** The fields that a rejection names. */
  fields?: PlaceFields
  replaced?: ReplacedBottles
  /** Bottles that the delivery has reserved on this date already. */
  alreadyReserved?: number
}

const ORDER_FIELDS: PlaceFields = { zip: 'deliveryZip', date: 'deliveryDate' }

type Draft = {
  details: { deliveryZip: string; deliveryDate: CalendarDate }
  lines: readonly { quantity: number }[]
}

export const toPlace = ({ details, lines }: Draft): Place => ({
  zip: details.deliveryZip,
  date: details.deliveryDate,
  bottles: lines.reduce((sum, { quantity }) => sum + quantity, 0),
})

/** Rule 46: rejects a date before the card form is shown. The order's transaction checks it again. */
export async function assertDateOpen(
  deps: CapacityDeps & { db: Db },
  place: Place,
  /** The order that is corrected. */
  orderId: string | null,
): Promise<void> {
  if (!deps.shop.routeDaysOnly) return
  const zone = await servingZone(deps.db, deps, place)
  const order = orderId ? await findOrder(deps.db, orderId) : undefined
  await assertRoom(deps.db, deps, withReserved(place, order, deps), zone)
}

/**
 * Rule 46: rejects a new order or a customer's change if its date is not served or full. The order
 * is written in the same transaction, because the zone's day is locked until its end.
 */
export async function reservePlace(
  tx: Tx,
  deps: CapacityDeps,
  place: Place,
  /** The order as it is, if it is corrected. */
  order?: OrderRow,
): Promise<void> {
  if (!deps.shop.routeDaysOnly) return
  const zone = await servingZone(tx, deps, place)
  if (zone.capacity !== null) await lockZoneDay(tx, zone.id, place.date)
  await assertRoom(tx, deps, withReserved(place, order, deps), zone)
}

/** Rule 46: a customer's move within a zone. Outside every zone any date can be chosen. */
export async function reserveMovedPlace(tx: Tx, deps: CapacityDeps, place: Place): Promise<void> {
  if (!deps.shop.routeDaysOnly) return
  if (await findZoneByZip(tx, place.zip)) await reservePlace(tx, deps, place)
}

/** Rule 46: more bottles on a date that was accepted, so only a full one is rejected. */
export async function reserveMore(tx: Tx, deps: CapacityDeps, place: Place): Promise<void> {
  if (!deps.shop.routeDaysOnly) return
  const zone = await findServing(tx, deps, place)
  if (!zone || zone.capacity === null) return
  await lockZoneDay(tx, zone.id, place.date)
  await assertRoom(tx, deps, place, zone)
}

/**
 * Rule 46: an unpaid order that is submitted again or paid reserves its place again for a while. Its
 * date was accepted, so only a full one is rejected. Orders that staff placed always have a place.
 */
export async function renewReservation(
  deps: CapacityDeps & { db: Db },
  orderId: string,
): Promise<void> {
  if (!deps.shop.routeDaysOnly) return
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.status !== 'pending' || order.parentOrderId) return
    const place = { zip: order.deliveryZip, date: order.deliveryDate, bottles: order.bottles }
    if (order.channel === 'web') await reserveMore(tx, deps, withReserved(place, order, deps))
    await markSubmitted(tx, deps, orderId)
  })
}

/** The bottles that the order reserves on this date already, if the reservation has not expired. */
function withReserved(place: Place, order: OrderRow | undefined, { clock }: CapacityDeps): Place {
  if (!order) return place
  const submittedAt = order.submittedAt ?? order.createdAt
  const isReserved = submittedAt.getTime() > clock.now().getTime() - RESERVATION_MS
  const isSameZip = order.deliveryZip.slice(0, 5) === place.zip.slice(0, 5)
  const isSame = order.deliveryDate === place.date && isSameZip
  return {
    ...place,
    alreadyReserved: isReserved && isSame ? order.bottles : 0,
    replaced: { orderId: order.id },
  }
}

type ServingZone = NamedZone & { capacity: number | null }

/** The zone of the ZIP code, if it is served on this date. */
async function findServing(
  db: DbOrTx,
  { shop, clock }: CapacityDeps,
  { zip, date }: Pick<Place, 'zip' | 'date'>,
): Promise<ServingZone | undefined> {
  const zone = await findZoneByZip(db, zip)
  if (!zone) return undefined
  const { routeDays, calendar } = withExceptions(zone, shop.calendar)
  const days = openRouteDays(routeDays, date, calendar, clock.now())
  return days.length > 0 ? { ...zone, capacity: totalCapacity(days) } : undefined
}

async function servingZone(db: DbOrTx, deps: CapacityDeps, place: Place): Promise<ServingZone> {
  const serving = await findServing(db, deps, place)
  if (serving) return serving
  const { fields = ORDER_FIELDS } = place
  const rejected = { ...place, fields, phone: deps.shop.phone }
  const zone = await findZoneByZip(db, place.zip)
  if (!zone) throw zipNotServed(rejected)
  throw noRouteDay({ ...rejected, dates: await nextDates(db, deps, zone, place) })
}

async function assertRoom(
  db: DbOrTx,
  deps: CapacityDeps,
  place: Place,
  zone: ServingZone,
): Promise<void> {
  const { capacity } = zone
  if (capacity === null) return
  const { date, bottles, alreadyReserved = 0, replaced, fields = ORDER_FIELDS } = place
  const days = { zoneIds: [zone.id], dates: [date] }
  const [row] = await readReserved(db, deps.clock.now(), days, replaced)
  if (fits(bottles, { capacity, reserved: row?.bottles ?? 0, alreadyReserved })) return
  const dates = await nextDates(db, deps, zone, place)
  throw dateFull({ ...place, fields, phone: deps.shop.phone, dates })
}

async function nextDates(
  db: DbOrTx,
  deps: CapacityDeps,
  zone: NamedZone,
  { bottles, replaced }: Place,
): Promise<CalendarDate[]> {
  const request = { bottles, limit: OFFERED_DATES, ...(replaced && { replaced }) }
  return (await datesWithRoom(db, deps, zone, request)).map(({ date }) => date)
}
