import { addDaysClamped } from '#contract/dates/calendar.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'

type Delivery = Pick<
  KnownCustomerOrder,
  | 'deliveryDate'
  | 'deliveryStatus'
  | 'status'
  | 'paymentStatus'
  | 'parentOrderId'
  | 'isStillDelivered'
>

/**
 * Whether it is out, or due today or tomorrow. A backend that sends no payment status sends no live
 * updates either.
 */
export function isNear(order: Delivery, today: string): boolean {
  const { deliveryDate, deliveryStatus, paymentStatus } = order
  if (!deliveryDate || !paymentStatus) return false
  if (deliveryStatus === 'in-transit') return deliveryDate >= addDaysClamped(today, -1)
  if (deliveryStatus !== 'scheduled' || !isToDeliver(order)) return false
  return deliveryDate >= today && deliveryDate <= addDaysClamped(today, 1)
}

/** A renewal is charged on its date; it is on hold once its charge failed. */
function isToDeliver({ status, paymentStatus, parentOrderId, isStillDelivered }: Delivery) {
  if (status === 'confirmed' || isStillDelivered) return true
  return status === 'pending' && parentOrderId !== null && paymentStatus !== 'failed'
}
