import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
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
import { call } from '../staff/staff-client.ts'

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminPlan, id],
    queryFn: async ({ signal }): Promise<Plan> => {
      const request = { method: 'GET', path: apiPaths.adminPlan, params: { id } } as const
      const plan = await call<typeof getPlan>(request, signal)
      // Fields that another backend may leave out are empty.
      return {
        ...plan,
        id: plan.id ?? id,
        routes: plan.routes ?? [],
        leftOut: plan.leftOut ?? [],
        warnings: plan.warnings ?? [],
      }
    },
    staleTime: 0,
  })

export const startPlan = (body: SentBodyOf<typeof startEndpoint>) =>
  call<typeof startEndpoint>({ method: 'POST', path: apiPaths.adminPlans, body })

export const applyPlan = (id: string) =>
  call<typeof applyEndpoint>({ method: 'POST', path: apiPaths.adminPlanApply, params: { id } })

export const undoPlan = (id: string) =>
  call<typeof undoEndpoint>({ method: 'POST', path: apiPaths.adminPlanUndo, params: { id } })

export const cancelPlan = (id: string) =>
  call<typeof cancelEndpoint>({ method: 'POST', path: apiPaths.adminPlanCancel, params: { id } })

export const dropPlan = (id: string) =>
  call<typeof dropEndpoint>({ method: 'DELETE', path: apiPaths.adminPlan, params: { id } })

/** Puts a delivery where it costs least on the routes of the date. */
export const addToBest = (orderId: string, date: string) =>
  call<typeof addToBestEndpoint>({
    method: 'POST',
    path: apiPaths.adminStopBest,
    body: { orderId, date },
  })
