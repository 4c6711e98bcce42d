import type { KnownOrder } from '#web/api/adapt/order.ts'

/** The versions make the server reject a change if someone else has changed an order. */
export function versionsById(orders: readonly KnownOrder[]): Record<string, number> {
  const versions = orders.flatMap(({ id, version }) =>
    typeof version === 'number' ? [[id, version] as const] : [],
  )
  return Object.fromEntries(versions)
}
