import { auditBottles } from '#server/modules/bottles/index.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { auditDeposits } from '#server/modules/deposits/index.ts'
import { auditStops } from '#server/modules/dispatch/index.ts'
import { auditPrices } from '#server/modules/orders/index.ts'
import { auditBooks } from '#server/modules/payments/index.ts'
import type { DeviceWorld } from './device-world.ts'
import type { SimulatedDriver, Visit } from './driver.ts'

/** Skew is measured to the second, over requests of up to two. */
const TIME_TOLERANCE_MS = 5_000

/** Compares what the shop knows with what the drivers did, without any of the shop's rules. */
export async function checkDay(world: DeviceWorld, drivers: readonly SimulatedDriver[]) {
  for (const driver of drivers) {
    const { routeId } = driver.route
    if (!driver.isDone) world.violate('rule 55', `the driver of ${routeId} could not finish`)
    for (const [stopId, visit] of driver.visits) await checkVisit(world, driver, stopId, visit)
    await checkLoad(world, driver)
  }
  await checkEvents(world, drivers)
  await checkReviews(world, drivers)
  await checkBooks(world)
}

/** Of two phones, what the server heard first counts. */
function counted(world: DeviceWorld, { outcome, second }: Visit): Visit['outcome'] {
  if (!outcome || !second) return outcome ?? second
  const { heard } = world.network
  return heard.indexOf(second.eventId) < heard.indexOf(outcome.eventId) ? second : outcome
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
  const full = lines.reduce((sum, line) => sum + line.full, 0)
  const empties = lines.reduce((sum, line) => sum + line.empties, 0)
  differ('the bottles', { full, empties }, await bottlesOf(world, 'order_id', orderId))
  if (outcome?.kind === 'failed') await checkPhoto(world, orderId, outcome)
}

/** Full bottles to the customer, or to the truck; empty ones from the customer. */
async function bottlesOf(world: DeviceWorld, column: 'order_id' | 'route_id', id: string) {
  const cause = column === 'order_id' ? 'delivered' : 'loaded'
  const holder = column === 'order_id' ? 'customer' : 'truck'
  const [row] = await world.shop.sql<{ full: number; empties: number }>(
    `select coalesce(sum(case when "to" = $3 then quantity else -quantity end)
         filter (where state = 'full'), 0)::int as full,
       coalesce(sum(case when "from" = $3 then quantity else -quantity end)
         filter (where state = 'empty'), 0)::int as empties
     from bottle_movements where ${column} = $1 and cause = $2`,
    [id, cause, holder],
  )
  return row
}

async function checkLoad(world: DeviceWorld, driver: SimulatedDriver): Promise<void> {
  const expected = driver.loaded.reduce((sum, { full }) => sum + full, 0)
  const found = (await bottlesOf(world, 'route_id', driver.route.routeId))?.full
  if (expected !== found)
    world.violate('rule 61', `loaded on ${driver.route.routeId}: ${found}, not ${expected}`)
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
  const told = new Map(drivers.flatMap((driver) => [...driver.told]))
  const rows = await world.shop.sql<{ id: string; at: Date; device_id: string }>(
    'select id, effective_at as at, device_id from driver_events',
  )
  const found = new Set(rows.map(({ id }) => id))
  for (const id of told.keys()) if (!found.has(id)) world.violate('rule 55', `${id} is lost`)
  for (const { id, at, device_id } of rows) {
    const tap = told.get(id)
    if (!tap) world.violate('rule 55', `${id} was never entered`)
    else if (Math.abs(at.getTime() - tap.at) > TIME_TOLERANCE_MS)
      world.violate(
        'rule 57',
        `${id} was at ${new Date(tap.at).toISOString()}, not ${at.toISOString()}`,
      )
    if (tap && tap.deviceId !== device_id) world.violate('rule 56', `${id} is of another device`)
  }
}

/** Staff see the second outcome of a stop, and nothing else. */
async function checkReviews(world: DeviceWorld, drivers: readonly SimulatedDriver[]) {
  const visits = drivers.flatMap((driver) => [...driver.visits.values()])
  const expected = visits.flatMap((visit) => {
    const { outcome, second } = visit
    if (!outcome || !second) return []
    const other = counted(world, visit) === second ? outcome : second
    return [`second-outcome ${other.eventId}`]
  })
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
  await checkReviews(world, drivers)
  await checkBooks(world)
}
