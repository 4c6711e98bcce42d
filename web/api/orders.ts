import { queryOptions } from '@tanstack/react-query'
import type { placeOrder as placeOrderEndpoint } from '#contract/checkout.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import type { Order, readOrder } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'
import { withProof } from './proof.ts'

type Loose<T> = { [K in keyof T]?: T[K] | null }

/**
 * An order as any backend of the spec may answer it: what goes beyond the spec may be missing,
 * personal fields may be null, states may be spelt either way.
 */
export type OrderAnswer = Loose<
  Omit<Order, 'id' | 'status' | 'deliveryStatus' | 'recurringFrequency' | 'customer' | 'items'>
> & {
  id: string
  status?: string | null
  deliveryStatus?: string | null
  recurringFrequency?: string | null
  customer?: { email?: string | null } | null
  items?: OrderAnswerItem[] | null
}

export type OrderAnswerItem = {
  id?: string
  price: string | number
  quantity: number
  product?: { name?: string; size?: string | null } | null
}

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.orders, orderId],
    queryFn: ({ signal }) => fetchOrder(orderId, signal),
  })

function fetchOrder(id: string, signal: AbortSignal): Promise<OrderAnswer> {
  return call<typeof readOrder>({ method: 'GET', path: apiPaths.order, params: { id } }, signal)
}

export type OrderToPlace = SentBodyOf<typeof placeOrderEndpoint>

/** Answers the order's id, and another secret where the payment had to be begun anew. */
export function placeOrder(body: OrderToPlace) {
  return withProof((proof) =>
    call<typeof placeOrderEndpoint>({
      method: 'POST',
      path: apiPaths.orders,
      body: { ...body, ...proof },
    }),
  )
}
