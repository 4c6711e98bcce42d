import type { OrderState } from '#contract/orders.ts'

/** A message of an order's live updates; undefined if it cannot be read. */
export function readOrderState(text: string): Partial<OrderState> | undefined {
  try {
    const state: unknown = JSON.parse(text)
    // The server leaves out a window or a place on the route that the delivery no longer has.
    return typeof state === 'object' && state !== null
      ? { deliveryWindow: null, tracking: null, ...state }
      : undefined
  } catch {
    return undefined
  }
}
