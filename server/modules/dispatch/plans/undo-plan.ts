import { asc, eq, inArray } from 'drizzle-orm'
import { Failure, type RouteVersions } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntries, recordAuditEntry } from '#server/modules/audit/index.ts'
import { lockBoard } from '../board/lock-board.ts'
import { lockOrdersOfSchedules } from '../lock-order-stops.ts'
import { auditFields } from '../schedules.ts'
import { routes, schedules } from '../tables.ts'
import { assertStatus, lockPlan } from './lock-plan.ts'
import { moveStops } from './place-stops.ts'
import type { PlanUndo } from './plan-data.ts'
import type { PlanDeps } from './start-plan.ts'
import { routePlans } from './tables.ts'

/** Restores the routes from before a plan, unless something else changed one of them since. */
export function undoPlan(deps: PlanDeps, actor: Actor, id: string): Promise<{ restored: number }> {
  return deps.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, deps.clock, id)
    assertStatus(plan, 'applied')
    const { undo, date } = plan
    if (!undo) throw new Error('a plan that was applied has nothing to undo')
    const stopIds = [...undo.added, ...undo.moved.map((stop) => stop.id)]
    await lockBoard(tx, date)
    await lockOrdersOfSchedules(tx, stopIds)
    const before = await tx
      .select()
      .from(schedules)
      .where(inArray(schedules.id, stopIds))
      .orderBy(asc(schedules.id))
      .for('update')
    await assertUnchanged(tx, date, undo)
    // A route's version doesn't count statuses, nor stops that are on no truck.
    const isUntouched = before.every(
      ({ id: stopId, status, version }) =>
        status === 'pending' && (undo.versions[stopId] ?? version) === version,
    )
    if (before.length < stopIds.length || !isUntouched) throw new Failure('stale', CHANGED)
    await tx.delete(schedules).where(inArray(schedules.id, undo.added))
    await moveStops(tx, undo.moved)
    const rows = await tx.select().from(schedules).where(inArray(schedules.id, stopIds))
    const after = new Map(rows.map((row) => [row.id, row]))
    await recordAuditEntries(
      tx,
      deps,
      actor,
      before.map((row) => {
        const restored = after.get(row.id)
        return {
          action: restored ? 'schedule.updated' : 'schedule.deleted',
          subjectId: row.id,
          before: auditFields(row),
          after: restored ? auditFields(restored) : {},
        }
      }),
    )
    await tx.update(routePlans).set({ status: 'undone' }).where(eq(routePlans.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'plan.undone',
      subjectId: id,
      before: { status: 'applied' },
      after: { status: 'undone', stops: stopIds.length },
    })
    return { restored: stopIds.length }
  })
}

const CHANGED = 'Routes were changed since this plan was applied, so it can no longer be undone.'

async function assertUnchanged(tx: Tx, date: string, undo: PlanUndo): Promise<void> {
  const rows = await tx
    .select()
    .from(routes)
    .where(eq(routes.date, date))
    .orderBy(asc(routes.id))
    .for('update')
  const now = new Map(rows.map((row) => [row.id, row]))
  const changed = undo.routes.filter(({ id, version, status }) => {
    const route = now.get(id)
    return route?.version !== version || route.status !== status
  })
  if (changed.length === 0) return
  const versions = changed.map(
    ({ id, truckId, version }): RouteVersions => ({
      routeId: id,
      truckId,
      expectedVersion: version,
      version: now.get(id)?.version ?? null,
    }),
  )
  throw new Failure('stale', CHANGED, undefined, { routes: versions })
}
