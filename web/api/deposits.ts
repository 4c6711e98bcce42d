import { queryOptions } from '@tanstack/react-query'
import type {
  CustomerDeposit,
  getDeposit,
  getStaffDeposit,
  returnBottles as returnEndpoint,
  StaffDeposit,
} from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptDeposit } from './adapt/account.ts'
import { call } from './client.ts'
import { hasStatus } from './failures.ts'

/** Null if the backend has no deposits. */
export const depositQuery = queryOptions({
  queryKey: [apiPaths.deposit],
  queryFn: async ({ signal }): Promise<CustomerDeposit | null> => {
    try {
      const request = { method: 'GET', path: apiPaths.deposit } as const
      return adaptDeposit(await call<typeof getDeposit>(request, signal))
    } catch (error) {
      if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
      throw error
    }
  },
})

export const staffDepositQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminDeposit, id],
    queryFn: async ({ signal }): Promise<StaffDeposit> => {
      const request = { method: 'GET', path: apiPaths.adminDeposit, params: { id } } as const
      return adaptDeposit(await call<typeof getStaffDeposit>(request, signal))
    },
  })

export const returnBottles = (id: string, body: { bottles: number; requestId: string }) =>
  call<typeof returnEndpoint>({
    method: 'POST',
    path: apiPaths.adminDeposit,
    params: { id },
    body,
  })
