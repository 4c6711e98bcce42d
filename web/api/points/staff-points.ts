import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  DeliveryPoint,
  listPoints,
  NearbyPoint,
  Place,
  readOrderPoint,
  updatePoint as updatePointEndpoint,
} from '#contract/points/points.ts'
import { toRows } from '../adapt/own-rows.ts'
import { adaptPoint } from '../adapt/point.ts'
import { hasStatus } from '../failures.ts'
import { call, send } from '../staff/staff-client.ts'

export const orderPointQuery = (orderId: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminOrderPoint, { id: orderId })],
    queryFn: async ({ signal }): Promise<DeliveryPoint | null> => {
      try {
        const request = { method: 'GET', path: apiPaths.adminOrderPoint } as const
        const point = await call<typeof readOrderPoint>(
          { ...request, params: { id: orderId } },
          signal,
        )
        return adaptPoint(point)
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
  })

export const customerPointsQuery = (customerId: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminCustomerPoints, { id: customerId })],
    queryFn: async ({ signal }): Promise<readonly DeliveryPoint[]> => {
      const request = { method: 'GET', path: apiPaths.adminCustomerPoints } as const
      const points = await call<typeof listPoints>(
        { ...request, params: { id: customerId } },
        signal,
      )
      return toRows(points)
    },
  })

export const nearbyPointsQuery = ({ lat, lon }: Place) =>
  queryOptions({
    queryKey: [apiPaths.adminNearbyPoints, lat, lon],
    queryFn: async ({ signal }): Promise<readonly NearbyPoint[]> => {
      const path = `${apiPaths.adminNearbyPoints}?lat=${lat}&lon=${lon}`
      return toRows(await send('GET', path, undefined, signal))
    },
  })

export const updatePoint = (
  customerId: string,
  body: SentBodyOf<typeof updatePointEndpoint>,
): Promise<DeliveryPoint> =>
  call<typeof updatePointEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminCustomerPoints,
    params: { id: customerId },
    body,
  })
