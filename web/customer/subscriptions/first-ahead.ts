import type { CustomerOrderAnswer } from '#web/api/customer.ts'

/** Whether the delivery that was paid at the checkout is still to come. */
export function isFirstAhead(
  { deliveryDate, deliveryStatus }: Pick<CustomerOrderAnswer, 'deliveryDate' | 'deliveryStatus'>,
  today: string,
): boolean {
  return Boolean(deliveryDate && deliveryDate >= today && deliveryStatus !== 'delivered')
}
