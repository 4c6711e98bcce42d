import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { BoardStop, StopPin } from '#contract/routes/board.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { lockOrdersOfSchedules } from '../lock-order-stops.ts'
import type { ScheduleRow } from '../schedules.ts'
import { schedules } from '../tables.ts'
import { type ScheduleDeps, type StopDeps, updateScheduleInTx } from '../write-schedule.ts'
import { lockBoard, routeById } from './lock-board.ts'
import { assertRoutesOpen, lockStops, makeRoom } from './lock-stops.ts'
import { readStop } from './read-board.ts'
import type { Slot } from './rules.ts'

type StopChange = Slot & {
  routeId?: string | undefined
  truckId?: string | undefined
  pin?: StopPin | undefined
  version: number
}

export const moveStop = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  change: StopChange,
): Promise<BoardStop> =>
  deps.db.transaction(async (tx) => {
    const { scheduledDate: date } = await stopById(tx, id)
    await lockBoard(tx, date)
    await moveStopInTx(tx, deps, actor, id, { ...change, date })
    return readStop(tx, id)
  })

/** Rejects a stop that is no longer on the date. Needs the board's lock. */
export async function moveStopInTx(
  tx: Tx,
  deps: StopDeps,
  actor: Actor,
  id: string,
  { date, version, pin, ...change }: StopChange & { date: string },
): Promise<void> {
  const seen = await stopById(tx, id)
  if (seen.scheduledDate !== date) throw new Failure('stale')
  const truckId = await findTruck(tx, seen, change)
  await lockOrdersOfSchedules(tx, [id])
  const rows = await lockStops(tx, truckId ? { truckId, date } : undefined, eq(schedules.id, id))
  const stop = rows.find((row) => row.id === id)
  if (!stop) throw new Failure('not_found')
  const wasMoved = stop.truckId !== seen.truckId || stop.scheduledDate !== date
  if (wasMoved || stop.version !== version || stop.status === 'cancelled') {
    throw new Failure('stale')
  }
  if (!truckId) throw new Failure('invalid', 'Choose a truck', { truckId: 'Choose a truck' })
  const trucks = new Set([truckId, ...(stop.truckId ? [stop.truckId] : [])])
  const { isOut } = await assertRoutesOpen(
    tx,
    [...trucks].map((truckId) => ({ truckId, date })),
  )
  const slot = { trip: change.trip, position: change.position }
  const placement = await makeRoom(tx, { truckId, date }, id, slot, { keepsTripNumbers: isOut })
  const hasNewTruck = stop.truckId !== truckId
  const hasNewPlace = stop.trip !== placement.trip || stop.position !== placement.position
  if (hasNewTruck || hasNewPlace || (pin !== undefined && pin !== stop.pin)) {
    const isMoved = hasNewTruck || (hasNewPlace && (slot.trip ?? slot.position) !== undefined)
    await updateScheduleInTx(tx, deps, actor, id, {
      truckId,
      ...placement,
      // The plan's time was for its former place.
      ...(isMoved && { plannedAt: null }),
      ...(pin && { pin }),
    })
  }
}

export async function stopById(tx: Tx, id: string): Promise<ScheduleRow> {
  const [stop] = await tx.select().from(schedules).where(eq(schedules.id, id))
  if (!stop) throw new Failure('not_found')
  return stop
}

/** A route of another date would need another delivery date. */
async function findTruck(
  tx: Tx,
  stop: ScheduleRow,
  { routeId, truckId }: Pick<StopChange, 'routeId' | 'truckId'>,
): Promise<string | null> {
  if (!routeId) return truckId ?? stop.truckId
  const route = await routeById(tx, routeId)
  if (route.date === stop.scheduledDate) return route.truckId
  const message = 'Choose a route of the same date'
  throw new Failure('invalid', message, { routeId: message })
}
