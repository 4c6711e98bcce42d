import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { assertStatus, lockPlan } from './lock-plan.ts'
import type { Planner } from './planner.ts'
import { routePlans } from './tables.ts'

type EndDeps = { db: Db; clock: Clock; planner: Planner }

/** Stops the computation, also in another process, which is notified. */
export async function cancelPlan(deps: EndDeps, actor: Actor, id: string): Promise<undefined> {
  await endPlan(deps, actor, id, 'cancelled')
  deps.planner.cancel(id)
}

export async function dropPlan(deps: EndDeps, actor: Actor, id: string): Promise<undefined> {
  await endPlan(deps, actor, id, 'dropped')
}

const endsFrom = { cancelled: 'computing', dropped: 'ready' } as const

/** May be repeated. */
function endPlan(
  deps: EndDeps,
  actor: Actor,
  id: string,
  status: keyof typeof endsFrom,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, deps.clock, id)
    if (plan.status === status) return
    assertStatus(plan, endsFrom[status])
    await tx.update(routePlans).set({ status }).where(eq(routePlans.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: `plan.${status}`,
      subjectId: id,
      before: { status: plan.status },
      after: { status },
    })
  })
}
