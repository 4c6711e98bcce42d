import { queryOptions } from '@tanstack/react-query'
import type {
  CustomerOrder,
  cancelSubscription as cancelSubscriptionEndpoint,
  Invoice,
  listCustomerOrders,
  listInvoices,
  openBillingPortal as openBillingPortalEndpoint,
  readInvoice,
} from '#contract/customer.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'
import type { OrderAnswer, OrderAnswerItem } from './orders.ts'

type Loose<T> = { [K in keyof T]?: T[K] | null }

type BeyondTheSpec = Pick<
  CustomerOrder,
  'invoiceNumber' | 'refunded' | 'paidAt' | 'changeUntil' | 'cancelEffect' | 'cancelledAt'
>

/** An own order as any backend of the spec may answer it. */
export type CustomerOrderAnswer = OrderAnswer & Loose<BeyondTheSpec>

/** An invoice as any backend of the spec may answer it. */
export type InvoiceAnswer = Loose<
  Omit<Invoice, 'invoiceNumber' | 'status' | 'recurringFrequency' | 'items'>
> & {
  invoiceNumber: string
  status?: string | null
  recurringFrequency?: string | null
  items?: OrderAnswerItem[] | null
}

export const customerOrdersQuery = queryOptions({
  queryKey: [apiPaths.customerOrders],
  queryFn: async ({ signal }): Promise<readonly CustomerOrderAnswer[]> =>
    listOf(
      await call<typeof listCustomerOrders>(
        { method: 'GET', path: apiPaths.customerOrders },
        signal,
      ),
    ),
})

export const invoicesQuery = queryOptions({
  queryKey: [apiPaths.invoices],
  queryFn: async ({ signal }): Promise<readonly InvoiceAnswer[]> =>
    listOf(await call<typeof listInvoices>({ method: 'GET', path: apiPaths.invoices }, signal)),
})

/** null where there is no such invoice. */
export const invoiceQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.invoices, orderId],
    queryFn: async ({ signal }): Promise<InvoiceAnswer | null> =>
      (await call<typeof readInvoice>(
        { method: 'GET', path: apiPaths.invoice, params: { orderId } },
        signal,
      )) ?? null,
  })

export async function cancelSubscription(id: string): Promise<void> {
  await call<typeof cancelSubscriptionEndpoint>({
    method: 'PATCH',
    path: apiPaths.cancelOrder,
    params: { id },
  })
}

/** Answers the portal's address. */
export async function openBillingPortal(returnUrl: string): Promise<string> {
  const { url } = await call<typeof openBillingPortalEndpoint>({
    method: 'POST',
    path: apiPaths.billingPortal,
    body: { returnUrl },
  })
  return url
}

function listOf<T>(answer: readonly T[] | undefined): readonly T[] {
  return Array.isArray(answer) ? answer : []
}
