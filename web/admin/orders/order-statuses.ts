import type { DeliveryStatus, OrderStatus } from '#contract/orders.ts'

export const orderStatusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const satisfies readonly { value: OrderStatus; label: string }[]

export const deliveryStatusOptions = [
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'in-transit', label: 'In transit' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const satisfies readonly { value: DeliveryStatus; label: string }[]

/** The spec has two spellings of this status (rule 11). */
export function normalizeOrderStatus(status: string | null | undefined): string {
  return status === 'delivered' ? 'completed' : (status ?? '')
}

export function normalizeDeliveryStatus(status: string | null | undefined): string {
  return status === 'in_transit' ? 'in-transit' : (status ?? '')
}
