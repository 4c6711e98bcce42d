import type { ReplyOf } from '#contract/endpoint.ts'
import type { RouteVersions } from '#contract/errors.ts'
import type { applyPlan, Plan } from '#contract/routes/plans.ts'
import { toRows } from './own-rows.ts'
import { type Fields, toFields, toText } from './read.ts'

/** A plan with its lists. What another backend leaves out is empty. */
export function adaptPlan(body: unknown, id: string): Plan {
  const plan = toFields(body)
  return {
    ...(plan as unknown as Plan),
    id: toText(plan.id) ?? id,
    routes: toRows(plan.routes),
    leftOut: toRows(plan.leftOut),
    warnings: toRows(plan.warnings),
  }
}

export const adaptAppliedPlan = (body: unknown): ReplyOf<typeof applyPlan> => ({
  dropped: toRows(toFields(body).dropped),
})

/** Rule 50: the routes that a rejection names; empty if it names none. */
export const adaptChangedRoutes = ({ routes }: Fields): RouteVersions[] => toRows(routes)
