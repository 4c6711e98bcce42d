import * as contract from '#contract/routes/plans.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { addToBest, type BestDeps } from './add-to-best.ts'
import { applyPlan } from './apply-plan.ts'
import { cancelPlan, dropPlan } from './end-plan.ts'
import { readPlan } from './read-plan.ts'
import { type PlanDeps, startPlan } from './start-plan.ts'
import { undoPlan } from './undo-plan.ts'

export function planRoutes(mount: Mount, deps: PlanDeps & BestDeps): void {
  mount(contract.startPlan, ({ user, body }) => startPlan(deps, user, body))
  mount(contract.getPlan, ({ params }) => readPlan(deps, params.id))
  mount(contract.applyPlan, ({ user, params }) => applyPlan(deps, user, params.id))
  mount(contract.undoPlan, ({ user, params }) => undoPlan(deps, user, params.id))
  mount(contract.cancelPlan, ({ user, params }) => cancelPlan(deps, user, params.id))
  mount(contract.addToBest, ({ user, body }) => addToBest(deps, user, body))
  mount(contract.dropPlan, ({ user, params }) => dropPlan(deps, user, params.id))
}
