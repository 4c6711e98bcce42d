/** Whether the delivery of an order is today or later and not made yet. */
export const isStillToDeliver = (
  order: { deliveryDate: string | null; deliveryStatus: string | null },
  today: string,
): boolean =>
  order.deliveryDate !== null && order.deliveryDate >= today && order.deliveryStatus !== 'delivered'
