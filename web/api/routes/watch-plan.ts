import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PlanProgress } from '#contract/routes/plans.ts'
import { type Connection, watchEvents } from '../order-events.ts'

type PlanListener = {
  onProgress: (progress: PlanProgress) => void
  onConnection: (connection: Connection) => void
}

/** Reports how far the computation of a plan is. */
export const watchPlan = (id: string, { onProgress, onConnection }: PlanListener) =>
  watchEvents(fillPath(apiPaths.adminPlanEvents, { id }), {
    onData: (text) => onProgress(JSON.parse(text) as PlanProgress),
    onConnection,
  })
