import { queryOptions } from '@tanstack/react-query'
import type { placeOrder as placeOrderEndpoint } from '#contract/checkout.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import type { readOrder } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptOrder, type KnownOrder } from './adapt/order.ts'
import { call } from './client.ts'
import { withProof } from './proof.ts'

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [apiPaths.orders, orderId],
    queryFn: ({ signal }) => fetchOrder(orderId, signal),
  })

async function fetchOrder(id: string, signal: AbortSignal): Promise<KnownOrder> {
  const request = { method: 'GET', path: apiPaths.order, params: { id } } as const
  return adaptOrder(await call<typeof readOrder>(request, signal))
}

export type OrderToPlace = SentBodyOf<typeof placeOrderEndpoint>

/** Returns the order id, and a new client secret if the payment was restarted. */
export function placeOrder(body: OrderToPlace) {
  return withProof((proof) =>
    call<typeof placeOrderEndpoint>({
      method: 'POST',
      path: apiPaths.orders,
      body: { ...body, ...proof },
    }),
  )
}
