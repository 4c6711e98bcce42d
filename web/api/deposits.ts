import { queryOptions } from '@tanstack/react-query'
import type { getStaffDeposit, returnBottles as returnEndpoint } from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'

export const staffDepositQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminDeposit, id],
    queryFn: ({ signal }) =>
      call<typeof getStaffDeposit>(
        { method: 'GET', path: apiPaths.adminDeposit, params: { id } },
        signal,
      ),
  })

export const returnBottles = (id: string, bottles: number) =>
  call<typeof returnEndpoint>({
    method: 'POST',
    path: apiPaths.adminDeposit,
    params: { id },
    body: { bottles },
  })
