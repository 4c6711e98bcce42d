import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'

/** Whether the delivery that was paid at the checkout is still to come. */
export function isFirstUpcoming(
  { deliveryDate, deliveryStatus }: Pick<KnownCustomerOrder, 'deliveryDate' | 'deliveryStatus'>,
  today: string,
): boolean {
  return Boolean(deliveryDate && deliveryDate >= today && deliveryStatus !== 'delivered')
}
