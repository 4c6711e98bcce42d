import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import type { RouteVersions } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  addToBest as addToBestEndpoint,
  applyPlan as applyEndpoint,
  cancelPlan as cancelEndpoint,
  dropPlan as dropEndpoint,
  getPlan,
  Plan,
  startPlan as startEndpoint,
  undoPlan as undoEndpoint,
} from '#contract/routes/plans.ts'
import { adaptAppliedPlan, adaptChangedRoutes, adaptPlan } from '../adapt/plan.ts'
import { ApiError } from '../request.ts'
import { call } from '../staff/staff-client.ts'

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminPlan, id],
    queryFn: async ({ signal }): Promise<Plan> => {
      const request = { method: 'GET', path: apiPaths.adminPlan, params: { id } } as const
      return adaptPlan(await call<typeof getPlan>(request, signal), id)
    },
    staleTime: 0,
  })

export const startPlan = (body: SentBodyOf<typeof startEndpoint>) =>
  call<typeof startEndpoint>({ method: 'POST', path: apiPaths.adminPlans, body })

export async function applyPlan(id: string) {
  const request = { method: 'POST', path: apiPaths.adminPlanApply, params: { id } } as const
  return adaptAppliedPlan(await call<typeof applyEndpoint>(request))
}

export const undoPlan = (id: string) =>
  call<typeof undoEndpoint>({ method: 'POST', path: apiPaths.adminPlanUndo, params: { id } })

export const cancelPlan = (id: string) =>
  call<typeof cancelEndpoint>({ method: 'POST', path: apiPaths.adminPlanCancel, params: { id } })

export const dropPlan = (id: string) =>
  call<typeof dropEndpoint>({ method: 'DELETE', path: apiPaths.adminPlan, params: { id } })

/** Rule 50: the routes that were changed since a plan was made, if this is why it was rejected. */
export const changedRoutes = (error: unknown): readonly RouteVersions[] =>
  error instanceof ApiError ? adaptChangedRoutes(error.body) : []

/** Puts a delivery where it costs least on the routes of the date. */
export const addToBest = (orderId: string, date: string) =>
  call<typeof addToBestEndpoint>({
    method: 'POST',
    path: apiPaths.adminStopBest,
    body: { orderId, date },
  })
