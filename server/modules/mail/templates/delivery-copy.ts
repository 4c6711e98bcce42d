import { dueAmount, isCovered } from './payment-amounts.ts'
import type { EmailCopy } from './payment-copy.ts'

const stopsAway = (stops: number) => (stops === 1 ? 'one stop' : 'two stops')

/**
 * Copy of emails about when a delivery comes: one that a closed date or a day change moved (rules 34
 * and 48), one on a published route (rule 52), one that is near (rule 63) or failed at the door (rule 58).
 */
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
        moved?.lostWindow
          ? ` We don’t offer your time window (${moved.lostWindow}) on the new date.`
          : '',
        change ? ` Make changes by ${change.until}.` : '',
      ].join(''),
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
  delivery_window: {
    subject: ({ deliveryDate, window }) =>
      window
        ? `Your delivery on ${deliveryDate}: ${window.from} to ${window.to}`
        : `Your delivery on ${deliveryDate}`,
    title: 'When we’ll deliver',
    lead: ({ deliveryDate, window }) =>
      `We’ll deliver on ${deliveryDate}${window ? ` between ${window.from} and ${window.to}` : ''}. Please leave your empty bottles where the driver can see them.`,
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
  delivery_window_withdrawn: {
    subject: ({ deliveryDate }) => `A new time for your delivery on ${deliveryDate}`,
    title: 'Your delivery time will change',
    lead: ({ deliveryDate }) =>
      `We’re changing our route on ${deliveryDate}, so the time we sent you no longer applies. We’ll email you a new one.`,
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
  truck_near: {
    subject: ({ near, orderNumber }) =>
      near?.stopsBefore
        ? `Your delivery is ${stopsAway(near.stopsBefore)} away: order ${orderNumber}`
        : `You’re next: order ${orderNumber}`,
    title: ({ near }) =>
      near?.stopsBefore ? `The truck is ${stopsAway(near.stopsBefore)} away` : 'You’re next',
    lead: ({ near }) =>
      `We expect to be at your door between ${near?.from} and ${near?.to}. Please leave your empty bottles where the driver can see them.`,
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
  delivery_failed: {
    subject: ({ failed }) => `We couldn’t deliver on ${failed?.on}`,
    title: 'We couldn’t deliver your order',
    lead: ({ failed, shop }) =>
      `Our driver came by on ${failed?.on}, but ${failed?.reason}. ${
        failed?.again
          ? `We’ll try again on ${failed.again}, at no extra charge.`
          : failed?.isGivenUp
            ? 'Your next delivery is soon, so we won’t try this one again. We’ll refund what you paid for it.'
            : `We’ll contact you to find a new date. You can also call us at ${shop.phone}.`
      }`,
    button: { label: 'View your order', url: ({ orderUrl }) => orderUrl },
  },
} satisfies Record<string, EmailCopy>
