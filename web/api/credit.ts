import { queryOptions } from '@tanstack/react-query'
import type { addCredit as addCreditEndpoint, Credit, getCredit } from '#contract/credit.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'
import { hasStatus } from './failures.ts'

/** Null if the user is not logged in, or if the backend has no account credit. */
export const creditQuery = queryOptions({
  queryKey: [apiPaths.credit],
  queryFn: async ({ signal }): Promise<Credit | null> => {
    try {
      return await call<typeof getCredit>({ method: 'GET', path: apiPaths.credit }, signal)
    } catch (error) {
      if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
      throw error
    }
  },
})

export function addCredit(id: string, body: SentBodyOf<typeof addCreditEndpoint>) {
  return call<typeof addCreditEndpoint>({
    method: 'POST',
    path: apiPaths.adminCustomerCredit,
    params: { id },
    body,
  })
}
