import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  listPriceIncreases,
  remindPriceIncrease as remindEndpoint,
} from '#contract/staff/price-increases.ts'
import { call } from './staff-client.ts'

export const priceIncreasesQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminPriceIncreases, { id })],
    queryFn: ({ signal }) =>
      call<typeof listPriceIncreases>(
        { method: 'GET', path: apiPaths.adminPriceIncreases, params: { id } },
        signal,
      ),
    staleTime: 0,
  })

export function remindPriceIncrease(id: string, priceId: number) {
  return call<typeof remindEndpoint>({
    method: 'POST',
    path: apiPaths.adminPriceIncreaseRemind,
    params: { id, priceId },
  })
}
