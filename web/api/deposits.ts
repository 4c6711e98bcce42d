import { queryOptions } from '@tanstack/react-query'
import type {
  CustomerDeposit,
  getDeposit,
  getStaffDeposit,
  returnBottles as returnEndpoint,
  StaffDeposit,
} from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'
import { hasStatus } from './failures.ts'

/** Null if the backend has no deposits. */
export const depositQuery = queryOptions({
  queryKey: [apiPaths.deposit],
  queryFn: async ({ signal }): Promise<CustomerDeposit | null> => {
    try {
      const request = { method: 'GET', path: apiPaths.deposit } as const
      const deposit: Partial<CustomerDeposit> = await call<typeof getDeposit>(request, signal)
      return { bottles: 0, amount: '0.00', movements: [], ...deposit }
    } catch (error) {
      if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
      throw error
    }
  },
})

export const staffDepositQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminDeposit, id],
    // Another backend may have no deposits.
    queryFn: async ({ signal }): Promise<StaffDeposit> => {
      const deposit: Partial<StaffDeposit> = await call<typeof getStaffDeposit>(
        { method: 'GET', path: apiPaths.adminDeposit, params: { id } },
        signal,
      )
      return { bottles: 0, amount: '0.00', movements: [], ...deposit }
    },
  })

export const returnBottles = (id: string, body: { bottles: number; requestId: string }) =>
  call<typeof returnEndpoint>({
    method: 'POST',
    path: apiPaths.adminDeposit,
    params: { id },
    body,
  })
