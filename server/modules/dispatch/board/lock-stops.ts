import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { routes, schedules } from '../tables.ts'
import { isOnBoard, stopOrder } from './deliveries.ts'
import { placeStop, type Slot } from './rules.ts'

export type RouteKey = { truckId: string; date: string }

/** The stops of a route and those that match, locked by id after their orders. */
export async function lockStops(tx: Tx, route: RouteKey | undefined, also: SQL) {
  const onRoute =
    route &&
    and(eq(schedules.truckId, route.truckId), eq(schedules.scheduledDate, route.date), isOnBoard)
  return tx
    .select()
    .from(schedules)
    .where(or(onRoute, also))
    .orderBy(asc(schedules.id))
    .for('update')
}

/** Rejects changes of a closed route. Its status cannot change while the board is locked. */
export async function assertRoutesOpen(tx: Tx, keys: RouteKey[]): Promise<{ isOut: boolean }> {
  if (keys.length === 0) return { isOut: false }
  const rows = await tx
    .select({ status: routes.status })
    .from(routes)
    .where(
      or(
        ...keys.map(({ truckId, date }) => and(eq(routes.truckId, truckId), eq(routes.date, date))),
      ),
    )
  if (rows.some(({ status }) => status === 'closed')) throw new Failure('route_closed')
  return { isOut: rows.some(({ status }) => status === 'out') }
}

/**
 * Makes room for a stop and returns where it belongs. The other stops of its route are numbered from
 * 1 again: they keep their versions, because what dispatchers see of them is still correct.
 */
export async function makeRoom(
  tx: Tx,
  { truckId, date }: RouteKey,
  id: string,
  slot: Slot,
  { keepsTripNumbers }: { keepsTripNumbers: boolean },
): Promise<{ trip: number; position: number }> {
  const stops = await tx
    .select({ id: schedules.id, trip: schedules.trip, position: schedules.position })
    .from(schedules)
    .where(and(eq(schedules.truckId, truckId), eq(schedules.scheduledDate, date), isOnBoard))
    .orderBy(...stopOrder)
  const placed = placeStop(stops, id, slot, { keepsTripNumbers })
  const before = new Map(stops.map((stop) => [stop.id, stop]))
  const changed = placed.filter((stop) => {
    const old = before.get(stop.id)
    return stop.id !== id && (old?.trip !== stop.trip || old.position !== stop.position)
  })
  await renumberStops(tx, changed)
  const own = placed.find((stop) => stop.id === id)
  if (!own) throw new Error('the placed stop is missing')
  return { trip: own.trip, position: own.position }
}

/** In one statement, so that its routes are changed once. */
async function renumberStops(
  tx: Tx,
  stops: { id: string; trip: number; position: number }[],
): Promise<void> {
  if (stops.length === 0) return
  await tx.execute(sql`
    update schedules s set trip = g.trip, position = g.position
    from json_to_recordset(${JSON.stringify(stops)}) as g (id uuid, trip integer, position integer)
    where s.id = g.id`)
}
