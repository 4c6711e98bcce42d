import { and, eq, isNotNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { setDeliveryProgress } from '#server/modules/deliveries/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { schedules } from '../tables.ts'
import { deleteScheduleInTx, type ScheduleDeps } from '../write-schedule.ts'
import { lockBoard } from './lock-board.ts'
import { assertRoutesOpen } from './lock-stops.ts'
import { stopById } from './move-stop.ts'

export const removeStop = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<undefined> =>
  deps.db.transaction(async (tx) => {
    const { scheduledDate: date } = await stopById(tx, id)
    await lockBoard(tx, date)
    const { truckId, orderId, version: current } = await stopById(tx, id)
    if (truckId) await assertRoutesOpen(tx, [{ truckId, date }])
    if (version !== undefined && version !== current) throw new Failure('stale')
    const isDeleted = await deleteScheduleInTx(tx, deps, actor, { id, version: current })
    if (!isDeleted) throw new Failure('stale')
    await takeOffTheRoad(tx, deps, orderId)
    return undefined
  })

/** Rule 49: a delivery that no truck is out with any more is unplanned. */
async function takeOffTheRoad(tx: Tx, deps: ScheduleDeps, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.deliveryStatus !== 'in-transit') return
  const [other] = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(
      and(
        eq(schedules.orderId, orderId),
        eq(schedules.status, 'in-progress'),
        isNotNull(schedules.truckId),
      ),
    )
  if (other) return
  const progress = { deliveryStatus: 'scheduled', at: deps.clock.now(), isOld: true } as const
  await setDeliveryProgress(tx, deps, [{ orderId, ...progress }])
}
