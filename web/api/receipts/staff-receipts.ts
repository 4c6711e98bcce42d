import { queryOptions } from '@tanstack/react-query'
import type { readStaffReceipts } from '#contract/driver/receipts.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from '../staff/staff-client.ts'
import { noReceipts, toReceipts } from './receipts.ts'

export const staffReceiptsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.adminOrderReceipts, orderId],
    queryFn: ({ signal }) => {
      const params = { id: orderId }
      const request = { method: 'GET', path: apiPaths.adminOrderReceipts, params } as const
      return call<typeof readStaffReceipts>(request, signal).then(toReceipts, noReceipts)
    },
  })

export const staffReceiptPhotoUrl = (orderId: string, sha256: string) =>
  fillPath(apiPaths.adminOrderPhoto, { id: orderId, sha256 })
