import type { SentBodyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardRoute } from '#contract/routes/board.ts'
import type {
  deleteStandingOrder as deleteStandingEndpoint,
  publishRoute as publishEndpoint,
  renameStandingOrder as renameStandingEndpoint,
  saveStandingOrder as saveStandingEndpoint,
  transferStops as transferEndpoint,
  updateRoute as updateRouteEndpoint,
  withdrawRoute as withdrawEndpoint,
} from '#contract/routes/publishing.ts'
import { call } from '../staff/staff-client.ts'

export const updateRoute = (
  { id, version }: BoardRoute,
  body: SentBodyOf<typeof updateRouteEndpoint>,
) =>
  call<typeof updateRouteEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminRoute,
    params: { id },
    body: { ...body, version },
  })

export const publishRoute = ({ id, version }: BoardRoute, driverId: string) =>
  call<typeof publishEndpoint>({
    method: 'POST',
    path: apiPaths.adminRoutePublish,
    params: { id },
    body: { driverId, version },
  })

export const withdrawRoute = ({ id }: BoardRoute) =>
  call<typeof withdrawEndpoint>({
    method: 'POST',
    path: apiPaths.adminRouteWithdraw,
    params: { id },
  })

export const transferStops = ({ id }: BoardRoute, truckId: string) =>
  call<typeof transferEndpoint>({
    method: 'POST',
    path: apiPaths.adminRouteTransfer,
    params: { id },
    body: { truckId },
  })

/** Rule 52: plans of the same weekday can start from it. */
export const saveStandingOrder = ({ id, version }: BoardRoute) =>
  call<typeof saveStandingEndpoint>({
    method: 'POST',
    path: apiPaths.adminRouteStanding,
    params: { id },
    body: { version },
  })

export type StandingKey = { truckId: string; weekday: number }

const standingOrder = ({ truckId, weekday }: StandingKey) => ({
  path: apiPaths.adminStandingOrder,
  params: { id: truckId, weekday },
})

export const renameStandingOrder = (key: StandingKey, name: string) =>
  call<typeof renameStandingEndpoint>({
    method: 'PATCH',
    ...standingOrder(key),
    body: { name },
  })

export const deleteStandingOrder = (key: StandingKey) =>
  call<typeof deleteStandingEndpoint>({ method: 'DELETE', ...standingOrder(key) })
