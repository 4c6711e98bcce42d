import { queryOptions } from '@tanstack/react-query'
import type { Receipt, readOwnReceipts, readReceipts } from '#contract/driver/receipts.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { toList } from '../adapt/read.ts'
import { adaptReceipt } from '../adapt/receipt.ts'
import { call } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** The fallback of a failed request: no receipts if the backend has none, or not for this caller. */
export function noReceipts(error: unknown): readonly Receipt[] {
  if ([401, 403, 404].some((status) => hasStatus(error, status))) return []
  throw error
}

export const toReceipts = (body: unknown): readonly Receipt[] => toList(body, adaptReceipt)

/** With photos: for the customer of the order. */
export const ownReceiptsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.customerOrderReceipts, orderId],
    queryFn: ({ signal }) => {
      const params = { id: orderId }
      const request = { method: 'GET', path: apiPaths.customerOrderReceipts, params } as const
      return call<typeof readOwnReceipts>(request, signal).then(toReceipts, noReceipts)
    },
  })

/** Without photos: for everyone who has the link. */
export const linkedReceiptsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.orderReceipts, orderId],
    queryFn: ({ signal }) => {
      const params = { id: orderId }
      const request = { method: 'GET', path: apiPaths.orderReceipts, params } as const
      return call<typeof readReceipts>(request, signal).then(toReceipts, noReceipts)
    },
  })

export const ownPhotoUrl = (orderId: string, sha256: string) =>
  fillPath(apiPaths.customerOrderPhoto, { id: orderId, sha256 })
