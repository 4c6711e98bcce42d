import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  listOwnPoints,
  OwnPoint,
  updateOwnPoint as updateOwnPointEndpoint,
} from '#contract/points/points.ts'
import { toRows } from '../adapt/own-rows.ts'
import { call } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** Empty for a backend without delivery points. */
export const ownPointsQuery = queryOptions({
  queryKey: [apiPaths.customerPoints],
  queryFn: async ({ signal }): Promise<readonly OwnPoint[]> => {
    try {
      const request = { method: 'GET', path: apiPaths.customerPoints } as const
      return toRows(await call<typeof listOwnPoints>(request, signal))
    } catch (error) {
      if (hasStatus(error, 404)) return []
      throw error
    }
  },
})

export const updateOwnPoint = (
  body: SentBodyOf<typeof updateOwnPointEndpoint>,
): Promise<OwnPoint> =>
  call<typeof updateOwnPointEndpoint>({ method: 'PATCH', path: apiPaths.customerPoints, body })
