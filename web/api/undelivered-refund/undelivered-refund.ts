import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  readUndeliveredRefund,
  sendUndeliveredRefundToCard,
  UndeliveredRefund,
} from '#contract/payments/undelivered-refund.ts'
import { adaptUndeliveredRefund } from '../adapt/account.ts'
import { call } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** Null if nothing was refunded, or if the backend or the caller has no such data. */
export async function readReply(reply: Promise<unknown>): Promise<UndeliveredRefund | null> {
  try {
    return adaptUndeliveredRefund(await reply)
  } catch (error) {
    if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
    throw error
  }
}

export const undeliveredRefundQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.customerOrderUndeliveredRefund, id],
    queryFn: ({ signal }) => {
      const request = {
        method: 'GET',
        path: apiPaths.customerOrderUndeliveredRefund,
        params: { id },
      } as const
      return readReply(call<typeof readUndeliveredRefund>(request, signal))
    },
  })

export const sendToCard = (id: string) =>
  call<typeof sendUndeliveredRefundToCard>({
    method: 'POST',
    path: apiPaths.customerOrderUndeliveredRefund,
    params: { id },
    body: { destination: 'card' },
  })
