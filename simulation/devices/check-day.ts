import type { CountLine } from '#contract/driver/events.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { auditDeposits } from '#server/modules/deposits/index.ts'
import { auditStops } from '#server/modules/dispatch/index.ts'
import { auditBookings, listAddedStops } from '#server/modules/driving/index.ts'
import { auditPrices } from '#server/modules/orders/index.ts'
import { auditBooks } from '#server/modules/payments/index.ts'
import { DATE, type DeviceWorld } from './device-world.ts'
import type { SimulatedDriver, Visit } from './driver.ts'

/** Skew is measured to the second, over requests of up to two. */
const TIME_TOLERANCE_MS = 5_000

/** Compares the records of the shop with what the drivers did, without any of the shop's rules. */
export async function checkDay(world: DeviceWorld, drivers: readonly SimulatedDriver[]) {
  for (const driver of drivers) {
    const { routeId } = driver.route
    if (!driver.isDone) world.violate('rule 55', `the driver of ${routeId} could not finish`)
    for (const [stopId, visit] of driver.visits) await checkVisit(world, driver, stopId, visit)
    await checkLoad(world, driver)
    await checkAdded(world, driver)
  }
  await checkEvents(world, drivers)
  await checkReviews(world, drivers)
  await checkBooks(world)
}

/** Of two phones, what the server received first counts. */
function counted(world: DeviceWorld, { outcome, second }: Visit): Visit['outcome'] {
  if (!outcome || !second) return outcome ?? second
  const { received } = world.network
  return received.indexOf(second.eventId) < received.indexOf(outcome.eventId) ? second : outcome
}

async function checkVisit(
  world: DeviceWorld,
  driver: SimulatedDriver,
  stopId: string,
  visit: Visit,
): Promise<void> {
  const outcome = counted(world, visit)
  const { orderId } = visit
  const differ = (what: string, expected: unknown, found: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(found))
      world.violate('rule 55', `${what} of ${orderId}: ${JSON.stringify({ expected, found })}`)
  }
  const [row] = await world.shop.sql<{ state: string; paid: number; status: string }>(
    `select concat_ws(' ', s.status, s.outcome, o.delivery_status) as state, p.status,
       (select coalesce(sum(amount_cents), 0)::int from tenders where order_id = o.id) as paid
     from schedules s join orders o on o.id = s.order_id join payments p on p.order_id = o.id
     where s.id = $1`,
    [stopId],
  )
  const open = driver.hasDeparted ? 'in-progress in-transit' : 'pending scheduled'
  const states = { delivered: 'completed delivered', failed: 'cancelled failed failed' }
  differ('the stop', outcome ? states[outcome.kind] : open, row?.state)
  differ('the money', visit.paidCents, row?.paid)
  differ('the payment', visit.paidCents === world.dueCents ? 'paid' : 'due', row?.status)
  const lines = outcome?.kind === 'delivered' ? outcome.lines : []
  differ('the bottles', sumLines(lines), await readBottles(world, 'customer', orderId))
  if (outcome?.kind === 'failed') await checkPhoto(world, orderId, outcome)
}

const sumLines = (lines: readonly CountLine[]) => ({
  full: lines.reduce((sum, line) => sum + line.full, 0),
  empties: lines.reduce((sum, line) => sum + line.empties, 0),
})

/** Of the customer of an order, of the truck of a route, or of unknown holders on it. */
type Holder = 'customer' | 'truck' | 'lost'

/** Full bottles to the holder; empty ones from it. */
async function readBottles(world: DeviceWorld, holder: Holder, id: string) {
  const cause = holder === 'truck' ? 'loaded' : 'delivered'
  const column = holder === 'customer' ? 'order_id' : 'route_id'
  const [row] = await world.shop.sql<{ full: number; empties: number }>(
    `select coalesce(sum(case when "to" = $3 then quantity else -quantity end)
         filter (where state = 'full'), 0)::int as full,
       coalesce(sum(case when "from" = $3 then quantity else -quantity end)
         filter (where state = 'empty'), 0)::int as empties
     from bottle_movements where ${column} = $1 and cause = $2 and $3 in ("from", "to")`,
    [id, cause, holder],
  )
  return row
}

async function checkLoad(world: DeviceWorld, driver: SimulatedDriver): Promise<void> {
  const expected = driver.loaded.reduce((sum, { full }) => sum + full, 0)
  const found = (await readBottles(world, 'truck', driver.route.routeId))?.full
  if (expected !== found)
    world.violate('rule 61', `loaded on ${driver.route.routeId}: ${found}, not ${expected}`)
}

/** The bottles of stops that no one planned, and the board's rows of them. */
async function checkAdded(world: DeviceWorld, { route, added }: SimulatedDriver): Promise<void> {
  const { routeId } = route
  const expected = sumLines([...added.values()].flat())
  const found = await readBottles(world, 'lost', routeId)
  if (JSON.stringify(expected) !== JSON.stringify(found))
    world.violate('rule 60', `added on ${routeId}: ${JSON.stringify({ expected, found })}`)
  const shown = (await listAddedStops(world.shop.deps.db, DATE))
    .filter((stop) => stop.routeId === routeId)
    .map(({ id }) => id)
  if ([...added.keys()].sort().join() !== shown.sort().join())
    world.violate('rule 58', `the board shows ${shown} on ${routeId}, not ${[...added.keys()]}`)
}

async function checkPhoto(
  world: DeviceWorld,
  orderId: string,
  { eventId, photo }: { eventId: string; photo: string },
): Promise<void> {
  const rows = await world.shop.sql<{ photos: string[]; stored: number }>(
    `select photos, (select count(*)::int from driver_photos p
       where p.device_id = e.device_id and p.sha256 = any(e.photos)) as stored
     from driver_events e where id = $1 and order_id = $2`,
    [eventId, orderId],
  )
  const [row] = rows
  if (row?.photos.join() !== photo || row.stored !== 1)
    world.violate('rule 58', `the photo of ${orderId} is ${JSON.stringify(row)}, not ${photo}`)
}

/** Every tap is stored once, with its time; nothing else is. */
async function checkEvents(world: DeviceWorld, drivers: readonly SimulatedDriver[]) {
  const taps = new Map(drivers.flatMap((driver) => [...driver.savedTaps]))
  const rows = await world.shop.sql<{ id: string; at: Date; device_id: string }>(
    'select id, effective_at as at, device_id from driver_events',
  )
  const found = new Set(rows.map(({ id }) => id))
  for (const id of taps.keys()) if (!found.has(id)) world.violate('rule 55', `${id} is lost`)
  for (const { id, at, device_id } of rows) {
    const tap = taps.get(id)
    if (!tap) world.violate('rule 55', `${id} was never entered`)
    else if (Math.abs(at.getTime() - tap.at) > TIME_TOLERANCE_MS)
      world.violate(
        'rule 57',
        `${id} was at ${new Date(tap.at).toISOString()}, not ${at.toISOString()}`,
      )
    if (tap && tap.deviceId !== device_id) world.violate('rule 56', `${id} is of another device`)
  }
}

/**
 * Staff see the second outcome of a stop, what was added, and once it is closed a truck that no one
 * counted, and nothing else.
 */
async function checkReviews(
  world: DeviceWorld,
  drivers: readonly SimulatedDriver[],
  { isClosed = false }: { isClosed?: boolean } = {},
) {
  const visits = drivers.flatMap((driver) => [...driver.visits.values()])
  const second = visits.flatMap((visit) => {
    if (!visit.outcome || !visit.second) return []
    const other = counted(world, visit) === visit.second ? visit.outcome : visit.second
    return [`second-outcome ${other.eventId}`]
  })
  const added = drivers.flatMap((driver) =>
    [...driver.added.keys()].map((id) => `added-stop ${id}`),
  )
  const uncounted = drivers.filter(({ hasReturned }) => isClosed && !hasReturned)
  const missing = uncounted.map(({ loadEventId }) => `missing-count ${loadEventId}`)
  const expected = [...second, ...added, ...missing]
  const rows = await world.shop.sql<{ review: string }>(
    `select kind || ' ' || event_id as review from driver_reviews where state = 'open'`,
  )
  const found = rows.map(({ review }) => review)
  if (expected.toSorted().join() !== found.toSorted().join())
    world.violate('rule 57', `reviews: ${JSON.stringify({ expected, found })}`)
}

/** The checks of `npm run audit`. */
async function checkBooks({ shop: { deps }, violate }: DeviceWorld): Promise<void> {
  const { db } = deps
  const findings = [
    ...(await auditBooks(deps)).findings,
    ...(await auditCredit(db)).findings,
    ...(await auditPrices(db)).findings,
    ...(await auditDeposits(db)).findings,
    ...(await auditBottles(db)).findings,
    ...(await auditBookings(db)),
    ...(await auditStops(db)),
  ]
  for (const { rule, id, what } of findings) violate(rule, `${id}: ${what}`)
}

/** After the closing: nothing is missing, and what was counted still is. */
export async function checkClosed(world: DeviceWorld, drivers: readonly SimulatedDriver[]) {
  const rows = await world.shop.sql<{ id: string; status: string }>('select id, status from routes')
  for (const { id, status } of rows)
    if (status !== 'closed') world.violate('rule 56', `the route ${id} is ${status}`)
  await checkEvents(world, drivers)
  await checkReviews(world, drivers, { isClosed: true })
  await checkBooks(world)
}
