import { queryOptions } from '@tanstack/react-query'
import type {
  cancelSubscription as cancelSubscriptionEndpoint,
  listCustomerOrders,
  listInvoices,
  openBillingPortal as openBillingPortalEndpoint,
  readInvoice,
} from '#contract/customer.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  adaptCustomerOrder,
  adaptInvoice,
  type KnownCustomerOrder,
  type KnownInvoice,
} from './adapt/order.ts'
import { toList } from './adapt/read.ts'
import { call } from './client.ts'

export const customerOrdersQuery = queryOptions({
  queryKey: [apiPaths.customerOrders],
  queryFn: async ({ signal }): Promise<readonly KnownCustomerOrder[]> =>
    toList(
      await call<typeof listCustomerOrders>(
        { method: 'GET', path: apiPaths.customerOrders },
        signal,
      ),
      adaptCustomerOrder,
    ),
})

export const invoicesQuery = queryOptions({
  queryKey: [apiPaths.invoices],
  queryFn: async ({ signal }): Promise<readonly KnownInvoice[]> =>
    toList(
      await call<typeof listInvoices>({ method: 'GET', path: apiPaths.invoices }, signal),
      adaptInvoice,
    ),
})

/** Null if the invoice does not exist. */
export const invoiceQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.invoices, orderId],
    queryFn: async ({ signal }): Promise<KnownInvoice | null> => {
      const request = { method: 'GET', path: apiPaths.invoice, params: { orderId } } as const
      const invoice: unknown = await call<typeof readInvoice>(request, signal)
      return invoice ? adaptInvoice(invoice) : null
    },
  })

export async function cancelSubscription(id: string): Promise<void> {
  await call<typeof cancelSubscriptionEndpoint>({
    method: 'PATCH',
    path: apiPaths.cancelOrder,
    params: { id },
  })
}

/** Returns the portal's URL. */
export async function openBillingPortal(returnUrl: string): Promise<string> {
  const { url } = await call<typeof openBillingPortalEndpoint>({
    method: 'POST',
    path: apiPaths.billingPortal,
    body: { returnUrl },
  })
  return url
}
