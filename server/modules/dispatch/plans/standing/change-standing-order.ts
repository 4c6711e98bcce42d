import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { standingOrders } from '../../tables.ts'
import type { ScheduleDeps } from '../../write-schedule.ts'

type Key = { id: string; weekday: number }

const hasKey = ({ id, weekday }: Key) =>
  and(eq(standingOrders.truckId, id), eq(standingOrders.weekday, weekday))

async function lockStanding(tx: Tx, key: Key) {
  const [row] = await tx.select().from(standingOrders).where(hasKey(key)).for('update')
  if (!row) throw new Failure('not_found', 'This standing order no longer exists.')
  return row
}

/** Rule 52: an empty name makes it the truck's again. */
export const renameStandingOrder = (deps: ScheduleDeps, actor: Actor, key: Key, input: string) =>
  deps.db.transaction(async (tx) => {
    const { truckId, weekday, stops, name: before } = await lockStanding(tx, key)
    const name = input.trim() || null
    await tx.update(standingOrders).set({ name }).where(hasKey(key))
    await recordAuditEntry(tx, deps, actor, {
      action: 'truck.standingOrderRenamed',
      subjectId: truckId,
      before: { weekday, name: before },
      after: { weekday, name },
    })
    return { truckId, weekday, name, stops: stops.length }
  })

/** Routes that were planned from it stay as they are. */
export const deleteStandingOrder = (
  deps: ScheduleDeps,
  actor: Actor,
  key: Key,
): Promise<undefined> =>
  deps.db.transaction(async (tx) => {
    const { truckId, weekday, stops } = await lockStanding(tx, key)
    await tx.delete(standingOrders).where(hasKey(key))
    await recordAuditEntry(tx, deps, actor, {
      action: 'truck.standingOrderDeleted',
      subjectId: truckId,
      before: { weekday, stops: stops.length },
      after: {},
    })
    return undefined
  })
