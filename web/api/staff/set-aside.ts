import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  listSetAside,
  refundSetAside as refundEndpoint,
  retrySetAside as retryEndpoint,
  SetAsidePayment,
} from '#contract/payments/set-aside.ts'
import { call } from './staff-client.ts'

export const setAsideQuery = queryOptions({
  queryKey: [apiPaths.adminSetAside],
  queryFn: async ({ signal }): Promise<SetAsidePayment[]> => {
    const request = { method: 'GET', path: apiPaths.adminSetAside } as const
    const payments: unknown = await call<typeof listSetAside>(request, signal)
    if (!Array.isArray(payments)) throw new Error('not a list of payments')
    return payments
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
