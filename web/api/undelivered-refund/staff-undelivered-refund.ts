import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  readStaffUndeliveredRefund,
  sendToCardForCustomer,
} from '#contract/payments/undelivered-refund.ts'
import { call } from '../staff/staff-client.ts'
import { readReply } from './undelivered-refund.ts'

export const staffUndeliveredRefundQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminOrderUndeliveredRefund, id],
    queryFn: ({ signal }) => {
      const request = {
        method: 'GET',
        path: apiPaths.adminOrderUndeliveredRefund,
        params: { id },
      } as const
      return readReply(call<typeof readStaffUndeliveredRefund>(request, signal))
    },
  })

export const sendToCustomersCard = (id: string) =>
  call<typeof sendToCardForCustomer>({
    method: 'POST',
    path: apiPaths.adminOrderUndeliveredRefund,
    params: { id },
    body: { destination: 'card' },
  })
