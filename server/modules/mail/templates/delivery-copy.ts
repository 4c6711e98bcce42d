import type { EmailCopy } from './payment-copy.ts'

/** Copy of the email about a delivery that a closed date moved (rule 34). */
export const deliveryCopy = {
  delivery_moved: {
    subject: ({ deliveryDate }) => `Your delivery moved to ${deliveryDate}`,
    title: 'Your delivery has a new date',
    lead: ({ deliveryDate, moved, total, change }) =>
      [
        `We’re closed on ${moved?.from}${moved?.closedFor ? ` (${moved.closedFor})` : ''}, so we moved your delivery to ${deliveryDate}.`,
        moved?.isChargedThen ? ` We’ll charge $${total} to your saved card that morning.` : '',
        change ? ` Make changes by ${change.until}.` : '',
      ].join(''),
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
} satisfies Record<string, EmailCopy>
