import { dueAmount, isCovered } from './payment-amounts.ts'
import type { EmailCopy } from './payment-copy.ts'

/** Copy of the email about a delivery that a closed date or a day change moved (rules 34 and 48). */
export const deliveryCopy = {
  delivery_moved: {
    subject: ({ deliveryDate }) => `Your delivery moved to ${deliveryDate}`,
    title: 'Your delivery has a new date',
    lead: ({ deliveryDate, moved, change, netDays, ...email }) =>
      [
        `${moved?.isClosed ? 'We’re closed' : 'We can’t deliver'} on ${moved?.from}${moved?.closedFor ? ` (${moved.closedFor})` : ''}, so we moved your delivery to ${deliveryDate}.`,
        moved?.isChargedThen && !isCovered(email)
          ? netDays
            ? ` We’ll send you an invoice of $${dueAmount(email)} that morning, due in ${netDays} days.`
            : ` We’ll charge $${dueAmount(email)} to your saved card that morning.`
          : '',
        change ? ` Make changes by ${change.until}.` : '',
      ].join(''),
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
} satisfies Record<string, EmailCopy>
