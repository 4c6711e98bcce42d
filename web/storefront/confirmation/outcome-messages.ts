import type { OrderOutcome } from '#web/shared/orders/order-outcome.ts'

type OutcomeMessage = { heading: string; text: string; totalLabel: string }

const thanks = 'Thank you for your order!'

/** The heading stays the spec's as long as the order stands; only its end changes it. */
export const outcomeMessages: Record<OrderOutcome, OutcomeMessage> = {
  paid: {
    heading: 'Order Confirmed',
    text: `${thanks} We will bring your water on the day you chose.`,
    totalLabel: 'Total Paid',
  },
  unpaid: {
    heading: 'Order Confirmed',
    text: `${thanks} It is on our list and waits for your payment.`,
    totalLabel: 'Total Paid',
  },
  scheduled: {
    heading: 'Order Confirmed',
    text: 'This delivery of your subscription is on our list. Your saved card is charged on its date.',
    totalLabel: 'Total',
  },
  processing: {
    heading: 'Order Confirmed',
    text: `${thanks} Your bank is still working on the payment.`,
    totalLabel: 'Total Paid',
  },
  failed: {
    heading: 'Payment Failed',
    text: 'We could not charge the card for this order. You can still pay it now.',
    totalLabel: 'Total',
  },
  refunded: {
    heading: 'Order Refunded',
    text: 'The money for this order has been sent back to your card.',
    totalLabel: 'Total Refunded',
  },
  cancelled: {
    heading: 'Order Cancelled',
    text: 'This order has been cancelled. Any refund goes to the card you paid with.',
    totalLabel: 'Total',
  },
}
