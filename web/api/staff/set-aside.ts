import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  listSetAside,
  refundSetAside as refundEndpoint,
  retrySetAside as retryEndpoint,
  SetAsidePayment,
} from '#contract/payments/set-aside.ts'
import { requireRows } from '../adapt/own-rows.ts'
import { adaptSetAside } from '../adapt/reports.ts'
import { call } from './staff-client.ts'

export const setAsideQuery = queryOptions({
  queryKey: [apiPaths.adminSetAside],
  queryFn: async ({ signal }): Promise<SetAsidePayment[]> => {
    const request = { method: 'GET', path: apiPaths.adminSetAside } as const
    return requireRows(await call<typeof listSetAside>(request, signal), 'payments').map(
      adaptSetAside,
    )
  },
  refetchOnMount: 'always',
})

export function retrySetAside(id: string) {
  return call<typeof retryEndpoint>({
    method: 'POST',
    path: apiPaths.adminSetAsideRetry,
    params: { id },
  })
}

export function refundSetAside(id: string) {
  return call<typeof refundEndpoint>({
    method: 'POST',
    path: apiPaths.adminSetAsideRefund,
    params: { id },
  })
}
