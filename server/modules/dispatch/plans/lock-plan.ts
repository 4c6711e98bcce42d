import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PlanStatus } from '#contract/routes/plans.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { statusAt } from './plan-status.ts'
import { type PlanRow, routePlans } from './tables.ts'

/** Locks a plan, with the status that it has at this time. */
export async function lockPlan(tx: Tx, clock: Clock, id: string): Promise<PlanRow> {
  const [row] = await tx.select().from(routePlans).where(eq(routePlans.id, id)).for('update')
  if (!row) throw new Failure('not_found')
  return { ...row, status: statusAt(row, clock.now()) }
}

const reasons: Record<PlanStatus, string> = {
  computing: 'This plan is still being computed.',
  ready: "This plan hasn't been applied.",
  failed: "This plan couldn't be computed. Make a new one.",
  cancelled: 'This plan was cancelled. Make a new one.',
  applied: 'This plan was applied already.',
  dropped: 'This plan was dropped. Make a new one.',
  expired: 'This plan is more than a day old. Make a new one.',
  undone: 'This plan was undone already. Make a new one.',
}

export function assertStatus({ status }: PlanRow, ...expected: PlanStatus[]): void {
  if (!expected.includes(status)) throw new Failure('plan_ended', reasons[status])
}
