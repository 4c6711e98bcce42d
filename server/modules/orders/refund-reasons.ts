/** Rule 59: the reason of a refund of bottles that were not left. */
export const NOT_DELIVERED = 'Not delivered'

/** Texts for the stored reasons of automatic refunds. */
const texts: Record<string, { staff: string; email?: string }> = {
  'order was cancelled': { staff: 'Order cancelled', email: 'because the order was cancelled' },
  'Order cancelled': { staff: 'Order cancelled', email: 'because the order was cancelled' },
  'subscription cancelled before its cut-off': {
    staff: 'Subscription cancelled before the change deadline',
    email: 'because the subscription was cancelled in time',
  },
  'customer erased before the cut-off': { staff: 'Customer account deleted' },
  'paid after the link had ended': {
    staff: 'Paid after the link expired',
    email: 'because you paid after the deadline and we’d cancelled the order',
  },
  'intent belongs to no order': {
    staff: 'Payment without an order',
    email: 'because the order was already paid or wasn’t placed',
  },
  'other terms than agreed': {
    staff: 'Wrong amount charged',
    email: 'because we charged the wrong amount',
  },
  [NOT_DELIVERED]: { staff: NOT_DELIVERED, email: 'for what we didn’t deliver' },
  'The paid order could not be confirmed': {
    staff: "We couldn't confirm the order",
    email: 'because we couldn’t process the order',
  },
}

/** Reasons that staff entered are unchanged. */
export const refundReasonForStaff = (reason: string): string => texts[reason]?.staff ?? reason

/** Reasons that staff entered are not shown to the customer. */
export const refundReasonInEmail = (reason: string): string | null => texts[reason]?.email ?? null
