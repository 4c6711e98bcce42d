import { queryOptions } from '@tanstack/react-query'
import type {
  getStaffDeposit,
  returnBottles as returnEndpoint,
  StaffDeposit,
} from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'

export const staffDepositQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminDeposit, id],
    // Another backend may know no deposits.
    queryFn: async ({ signal }): Promise<StaffDeposit> => {
      const deposit: Partial<StaffDeposit> = await call<typeof getStaffDeposit>(
        { method: 'GET', path: apiPaths.adminDeposit, params: { id } },
        signal,
      )
      return { bottles: 0, amount: '0.00', movements: [], ...deposit }
    },
  })

export const returnBottles = (id: string, bottles: number) =>
  call<typeof returnEndpoint>({
    method: 'POST',
    path: apiPaths.adminDeposit,
    params: { id },
    body: { bottles },
  })
