import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'

/** Whether the delivery paid at checkout is still upcoming. */
export function isFirstUpcoming(
  { deliveryDate, deliveryStatus }: Pick<KnownCustomerOrder, 'deliveryDate' | 'deliveryStatus'>,
  today: string,
): boolean {
  return Boolean(deliveryDate && deliveryDate >= today && deliveryStatus !== 'delivered')
}
