import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  placePhoneOrder as placePhoneOrderEndpoint,
  quotePhoneOrder,
} from '#contract/staff/phone-orders.ts'
import type { updateCustomer as updateCustomerEndpoint } from '#contract/staff/staff.ts'
import type {
  recordTender as recordTenderEndpoint,
  reverseTender as reverseTenderEndpoint,
} from '#contract/staff/tenders.ts'
import { expectedVersion, type VersionedRow } from './staff.ts'
import { call } from './staff-client.ts'

type QuotedOrder = SentBodyOf<typeof quotePhoneOrder>

/** The server prices the order, so that the form shows what will be charged. */
export const phoneQuoteQuery = (body: QuotedOrder) =>
  queryOptions({
    queryKey: [apiPaths.adminOrderQuote, body],
    queryFn: ({ signal }) =>
      call<typeof quotePhoneOrder>(
        { method: 'POST', path: apiPaths.adminOrderQuote, body },
        signal,
      ),
    enabled: body.items.length > 0 && body.deliveryDate !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function placePhoneOrder(body: SentBodyOf<typeof placePhoneOrderEndpoint>) {
  return call<typeof placePhoneOrderEndpoint>({ method: 'POST', path: apiPaths.adminOrders, body })
}

export function recordTender(id: string, body: SentBodyOf<typeof recordTenderEndpoint>) {
  return call<typeof recordTenderEndpoint>({
    method: 'POST',
    path: apiPaths.adminOrderTenders,
    params: { id },
    body,
  })
}

export function reverseTender(id: string, tenderId: string, reason: string) {
  return call<typeof reverseTenderEndpoint>({
    method: 'POST',
    path: apiPaths.adminTenderReverse,
    params: { id, tenderId },
    body: { reason },
  })
}

export function setInvoiceTerms(id: string, invoiceNetDays: 15 | 30 | null, current: VersionedRow) {
  return call<typeof updateCustomerEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminCustomer,
    params: { id },
    body: { invoiceNetDays, ...expectedVersion(current) },
  })
}
