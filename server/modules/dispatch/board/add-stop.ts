import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { BoardStop } from '#contract/routes/board.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { canPlanCancelled, lockOrder } from '#server/modules/orders/index.ts'
import { schedules } from '../tables.ts'
import {
  createScheduleInTx,
  type ScheduleDeps,
  type StopDeps,
  updateScheduleInTx,
} from '../write-schedule.ts'
import { lockBoard, routeById } from './lock-board.ts'
import { assertRoutesOpen, lockStops, makeRoom, type RouteKey } from './lock-stops.ts'
import { readStop } from './read-board.ts'
import type { Slot } from './rules.ts'

type RouteChoice = {
  routeId?: string | undefined
  truckId?: string | undefined
  date?: string | undefined
}

export const addStop = (
  deps: ScheduleDeps,
  actor: Actor,
  { orderId, routeId, truckId, date, ...slot }: RouteChoice & Slot & { orderId: string },
): Promise<BoardStop> =>
  deps.db.transaction(async (tx) => {
    const route = await findRoute(tx, { routeId, truckId, date })
    await lockBoard(tx, route.date)
    return readStop(tx, await addStopInTx(tx, deps, actor, { orderId, route, slot }))
  })

/**
 * Returns the stop's id. The planner keeps at most one open stop per delivery; a schedule without a
 * truck is put on the truck. Needs the board's lock.
 */
export async function addStopInTx(
  tx: Tx,
  deps: StopDeps,
  actor: Actor,
  { orderId, route, slot }: { orderId: string; route: RouteKey; slot: Slot },
): Promise<string> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Failure('unknown_order')
  if (order.status === 'cancelled' && !(await canPlanCancelled(tx, orderId)))
    throw new Failure('order_cancelled')
  const stops = await lockStops(tx, route, eq(schedules.orderId, orderId))
  const open = stops.filter(
    (stop) =>
      stop.orderId === orderId && (stop.status === 'pending' || stop.status === 'in-progress'),
  )
  if (open.some((stop) => stop.truckId !== null)) throw new Failure('stop_exists')
  const { isOut } = await assertRoutesOpen(tx, [route])
  const [unassigned] = open
  const id = unassigned?.id ?? deps.random.uuid()
  const placement = await makeRoom(tx, route, id, slot, { keepsTripNumbers: isOut })
  const { truckId, date: scheduledDate } = route
  if (unassigned) {
    await updateScheduleInTx(tx, deps, actor, id, { truckId, scheduledDate, ...placement })
  } else {
    const form = { orderId, truckId, scheduledDate, scheduledTime: null, notes: null }
    await createScheduleInTx(tx, deps, actor, { id, ...form, ...placement })
  }
  return id
}

async function findRoute(tx: Tx, { routeId, truckId, date }: RouteChoice): Promise<RouteKey> {
  if (routeId) {
    const route = await routeById(tx, routeId)
    return { truckId: route.truckId, date: route.date }
  }
  if (truckId && date) return { truckId, date }
  const message = truckId ? 'Choose a date' : 'Choose a route or a truck'
  throw new Failure('invalid', message, { [truckId ? 'date' : 'truckId']: message })
}
