import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  BottleOverview,
  bookBottleRoute,
  Correction,
  correctBottles as correctEndpoint,
  listBottleHolders,
  readBottleOverview,
  readBottleRoute,
  reverseBottles as reverseEndpoint,
} from '#contract/bottles/staff-bottles.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptBottleOverview } from '../adapt/reports.ts'
import { call, send } from '../staff/staff-client.ts'

/** Bottles move all day, so an older answer is read again. */
export const bottleOverviewQuery = queryOptions({
  queryKey: [apiPaths.adminBottles],
  queryFn: async ({ signal }): Promise<BottleOverview> => {
    const request = { method: 'GET', path: apiPaths.adminBottles } as const
    return adaptBottleOverview(await call<typeof readBottleOverview>(request, signal))
  },
  staleTime: 0,
})

export type HolderSort = 'largest' | 'aged'

type HolderPage = ReplyOf<typeof listBottleHolders>

export const bottleHoldersQuery = (sort: HolderSort) =>
  infiniteQueryOptions({
    queryKey: [apiPaths.adminBottleHolders, sort],
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({ sort, ...(pageParam && { cursor: pageParam }) })
      const path = `${apiPaths.adminBottleHolders}?${query}`
      return (await send('GET', path, undefined, signal)) as HolderPage
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

export const bottleRouteQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminBottleRoute, id],
    queryFn: ({ signal }) =>
      call<typeof readBottleRoute>(
        { method: 'GET', path: apiPaths.adminBottleRoute, params: { id } },
        signal,
      ),
  })

export const correctBottles = (body: Correction) =>
  call<typeof correctEndpoint>({ method: 'POST', path: apiPaths.adminBottleCorrections, body })

export const bookDifference = (id: string, body: Pick<Correction, 'reason' | 'requestId'>) =>
  call<typeof bookBottleRoute>({
    method: 'POST',
    path: apiPaths.adminBottleRouteBook,
    params: { id },
    body,
  })

export const reverseBottles = (id: string, reason: string) =>
  call<typeof reverseEndpoint>({
    method: 'POST',
    path: apiPaths.adminBottleReverse,
    params: { id },
    body: { reason },
  })
