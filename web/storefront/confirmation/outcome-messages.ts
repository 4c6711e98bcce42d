import type { OrderOutcome } from '#web/shared/orders/order-outcome.ts'

type OutcomeMessage = { heading: string; text: string; totalLabel: string }

const thanks = 'Thank you for your order!'

/** The spec's heading applies unless the order failed, was refunded or was cancelled. */
export const outcomeMessages: Record<OrderOutcome, OutcomeMessage> = {
  paid: {
    heading: 'Order Confirmed',
    text: `${thanks} We'll deliver your water on the date below.`,
    totalLabel: 'Total Paid',
  },
  unpaid: {
    heading: 'Order Confirmed',
    text: `${thanks} We'll schedule it once you've paid.`,
    totalLabel: 'Total Paid',
  },
  scheduled: {
    heading: 'Order Confirmed',
    text: "This subscription delivery is scheduled. We'll charge your saved card on the delivery date.",
    totalLabel: 'Total',
  },
  terms: {
    heading: 'Order Received',
    text: `${thanks} We'll schedule it once you've accepted the terms.`,
    totalLabel: 'Total',
  },
  to_invoice: {
    heading: 'Order Confirmed',
    text: "This subscription delivery is scheduled. We'll send you an invoice on the delivery date.",
    totalLabel: 'Total',
  },
  processing: {
    heading: 'Order Confirmed',
    text: `${thanks} Your bank is still processing your payment.`,
    totalLabel: 'Total Paid',
  },
  failed: {
    heading: 'Payment Failed',
    text: "We couldn't charge your card for this order. You can still pay now.",
    totalLabel: 'Total',
  },
  refunded: {
    heading: 'Order Refunded',
    text: "We've refunded this order to your card.",
    totalLabel: 'Total Refunded',
  },
  due: {
    heading: 'Order Confirmed',
    text: `${thanks} We'll deliver your water on the date below. You haven't paid yet.`,
    totalLabel: 'Total Due',
  },
  cancelled: {
    heading: 'Order Cancelled',
    text: 'This order was cancelled. Any refund will go to the card you paid with.',
    totalLabel: 'Total',
  },
}
