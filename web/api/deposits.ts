import { queryOptions } from '@tanstack/react-query'
import type {
  getDeposit,
  getStaffDeposit,
  returnBottles as returnEndpoint,
} from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'

/** The customer's own bottles on deposit. */
export const depositQuery = queryOptions({
  queryKey: [apiPaths.deposit],
  queryFn: ({ signal }) =>
    call<typeof getDeposit>({ method: 'GET', path: apiPaths.deposit }, signal),
})

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
