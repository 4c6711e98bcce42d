import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import {
  bookMovements,
  type CountedEvent,
  movementsOfEvent,
  recordClosedDeliveries,
} from '#server/modules/bottles/index.ts'
import { closedDeliveries } from '#server/modules/bottles/tables.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import type { DemoContext } from '../order-plan.ts'

type Line = CountedEvent['lines'][number]
type NewMovement = Parameters<typeof bookMovements>[2][number]

/** Routes of the past weeks that came back with fewer bottles, counted from the last one. */
const SHORT_ROUTES: Record<number, number> = { 2: 1, 7: 3 }
/** The plant filled the depot before the first counted route. */
const STOCK = { '5-gallon': 900, '3-gallon': 300 } as const
const DAYS_BEFORE = 35

/** Counts by the drivers of the past weeks: loaded, left, taken and returned. Today's is loaded. */
export async function makeBottles(
  tx: Tx,
  { context, clock }: { context: DemoContext; clock: Clock },
): Promise<void> {
  const { calendar } = context
  const stops = await readStops(tx, calendar.today)
  const delivered = stops.filter(({ isDelivered }) => isDelivered)
  const [beyond, uncounted] = [delivered.at(-4), delivered.at(-9)]
  // A bottle more than was ordered.
  const [extra] = beyond?.items ?? []
  if (extra) extra.quantity += 1
  const counted = stops.filter((stop) => stop !== uncounted)
  const byRoute = [...groupBy(counted, ({ routeId }) => routeId).values()]
  const movements = [
    ...stock(context),
    ...byRoute.flatMap((own, nth) =>
      driveRoute(context, own, SHORT_ROUTES[byRoute.length - nth] ?? 0),
    ),
  ]
  await bookMovements(tx, { clock }, movements)
  if (beyond && uncounted) await closeSome(tx, { clock }, beyond, uncounted)
}

type Stop = Awaited<ReturnType<typeof readStops>>[number]

/** The stops of routes that left, in their order, with the products of each. */
async function readStops(tx: Tx, today: string) {
  const rows = await tx
    .select({
      routeId: routes.id,
      truckId: routes.truckId,
      driverId: routes.driverId,
      date: routes.date,
      isDelivered: eq(schedules.status, 'completed').mapWith(Boolean),
      plannedAt: schedules.plannedAt,
      orderId: orders.id,
      customerId: orders.customerId,
    })
    .from(routes)
    .innerJoin(
      schedules,
      and(eq(schedules.truckId, routes.truckId), eq(schedules.scheduledDate, routes.date)),
    )
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .where(
      and(
        lte(routes.date, today),
        inArray(routes.status, ['out', 'closed']),
        inArray(schedules.status, ['completed', 'in-progress']),
      ),
    )
    .orderBy(asc(routes.date), asc(routes.truckId), asc(schedules.position))
  const items = rows.length
    ? await tx
        .select()
        .from(orderItems)
        .where(
          inArray(
            orderItems.orderId,
            rows.map(({ orderId }) => orderId),
          ),
        )
    : []
  const byOrder = groupBy(items, ({ orderId }) => orderId)
  return rows.map((row) => ({
    ...row,
    items: (byOrder.get(row.orderId) ?? []).flatMap(({ productId, quantity }) =>
      productId ? [{ productId, quantity }] : [],
    ),
  }))
}

function stock({ calendar, random }: DemoContext): NewMovement[] {
  const eventId = random.uuid()
  const at = calendar.at(addDays(calendar.today, -DAYS_BEFORE), 7)
  return (['5-gallon', '3-gallon'] as const).map((kind, line) => ({
    ...{ eventId, line, bottle: { kind }, state: 'full', quantity: STOCK[kind], at },
    ...{ from: { holder: 'supplier' }, to: { holder: 'depot' }, cause: 'import' },
  }))
}

const line = (productId: string, full: number, empties: number): Line => ({
  productId,
  full,
  empties,
  damaged: 0,
})

/** Loads what was ordered, swaps full bottles for empties, and comes back with some too few. */
function driveRoute(
  { calendar, random, rng }: DemoContext,
  stops: readonly Stop[],
  missing: number,
): NewMovement[] {
  const [first] = stops
  if (!first) return []
  const { routeId: id, truckId, driverId, date } = first
  const route = { id, truckId, driverId, date }
  const [load, empties] = [new Map<string, number>(), new Map<string, number>()]
  const add = (counts: Map<string, number>, productId: string, n: number) =>
    counts.set(productId, (counts.get(productId) ?? 0) + n)
  const doors = stops.flatMap(({ items, orderId, customerId, plannedAt, isDelivered }) => {
    for (const { productId, quantity } of items) add(load, productId, quantity)
    if (!isDelivered) return []
    const lines = items.map(({ productId, quantity }) => {
      // Some keep a bottle for longer, some return one more.
      const taken = Math.max(0, quantity - rng.below(3) + 1)
      add(empties, productId, taken)
      return line(productId, quantity, taken)
    })
    const order = { id: orderId, customerId }
    const at = plannedAt ?? calendar.at(date, 12)
    return movementsOfEvent({ eventId: random.uuid(), at, cause: 'delivered', route, order, lines })
  })
  const loaded = movementsOfEvent({
    ...{ eventId: random.uuid(), at: calendar.at(date, 7.5), cause: 'loaded', route },
    lines: [...load].map(([productId, full]) => line(productId, full, 0)),
  })
  if (doors.length === 0) return loaded
  let left = missing
  const returned = movementsOfEvent({
    ...{ eventId: random.uuid(), at: calendar.at(date, 17.5), cause: 'returned', route },
    lines: [...empties].map(([productId, taken]) => {
      const lost = Math.min(left, taken)
      left -= lost
      return line(productId, 0, taken - lost)
    }),
  })
  return [...loaded, ...doors, ...returned]
}

/** One delivery that left a bottle more, and one that was marked as delivered without counts. */
async function closeSome(
  tx: Tx,
  deps: { clock: Clock },
  beyond: Stop,
  uncounted: Stop,
): Promise<void> {
  await recordClosedDeliveries(tx, deps, [
    { orderId: beyond.orderId, routeId: beyond.routeId, left: beyond.items },
    { orderId: uncounted.orderId, routeId: uncounted.routeId, left: null },
  ])
  await tx
    .update(closedDeliveries)
    .set({ finalizedAt: deps.clock.now(), refundedCents: 0, releasedCents: 0 })
}
