import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { readStaffGivenBack, sendToCardForCustomer } from '#contract/payments/given-back.ts'
import { call } from '../staff/staff-client.ts'
import { readReply } from './given-back.ts'

export const staffGivenBackQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminOrderGivenBack, id],
    queryFn: ({ signal }) => {
      const request = { method: 'GET', path: apiPaths.adminOrderGivenBack, params: { id } } as const
      return readReply(call<typeof readStaffGivenBack>(request, signal))
    },
  })

export const sendToCustomersCard = (id: string) =>
  call<typeof sendToCardForCustomer>({
    method: 'POST',
    path: apiPaths.adminOrderGivenBack,
    params: { id },
    body: { destination: 'card' },
  })
