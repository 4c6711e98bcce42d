import type { Schedule } from '#contract/delivery.ts'
import type { OrderForm } from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { createScheduleIn } from '#server/modules/delivery/index.ts'
import { updateOrderIn } from '#server/modules/orders/index.ts'
import type { Clock, Random } from '#server/world.ts'

type BulkDeps = { db: Db; clock: Clock; random: Random }

/** All or none, in the order of ids so that two at once cannot wait for each other in a ring. */
export function updateOrders(
  deps: BulkDeps,
  actor: Actor,
  { ids, ...change }: Partial<OrderForm> & { ids: string[] },
) {
  return deps.db.transaction(async (tx) => {
    const before = []
    for (const id of [...new Set(ids)].sort()) {
      const { status, deliveryStatus } = await updateOrderIn(tx, deps, actor, id, change)
      before.push({ id, status, deliveryStatus })
    }
    return before
  })
}

export function scheduleOrders(
  deps: BulkDeps,
  actor: Actor,
  wish: { orderIds: string[]; truckId?: string | null; scheduledDate: string },
): Promise<Schedule[]> {
  const { orderIds, truckId, scheduledDate } = wish
  return deps.db.transaction(async (tx) => {
    const made: Schedule[] = []
    for (const orderId of [...new Set(orderIds)].sort()) {
      const form = { orderId, truckId, scheduledDate, scheduledTime: null, notes: null }
      made.push(await createScheduleIn(tx, deps, actor, form))
    }
    return made
  })
}
