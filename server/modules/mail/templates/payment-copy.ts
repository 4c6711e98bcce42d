import { cardConsent } from '#contract/subscriptions/consent.ts'
import type { OrderEmailData } from '../email-data.ts'
import type { paymentEmailKinds } from '../email-kinds.ts'
import { dueAmount, isCovered } from './payment-amounts.ts'

/** The button below the order summary. */
export type EmailButton = { label: string; url: (email: OrderEmailData) => string }

export type EmailCopy = {
  subject: (email: OrderEmailData) => string
  title: string | ((email: OrderEmailData) => string)
  lead: (email: OrderEmailData) => string
  button: EmailButton
  /** A link below the button. */
  secondaryLink?: EmailButton
}

const payNow: EmailButton = { label: 'Pay now', url: ({ payUrl }) => payUrl }
/** Shown only if the subscription is charged to the default card. */
const changeCard: EmailButton = {
  label: 'Change your saved card',
  url: ({ billingUrl, card }) => (card?.usesDefaultCard ? billingUrl : ''),
}
const keepCardText = `Keep “${cardConsent.label}” checked when you pay, and we’ll charge later deliveries to that card.`

/** Copy of the payment emails. It depends on which card the subscription is charged to. */
export const paymentCopy: Record<
  (typeof paymentEmailKinds)[number] | 'payment_link' | 'terms_link',
  EmailCopy
> = {
  payment_link: {
    subject: ({ orderNumber }) => `Pay for order ${orderNumber}`,
    title: 'Pay for your order',
    lead: ({ deliveryDate, payBy, frequency, ...email }) =>
      [
        `Thank you for your order. Pay $${dueAmount(email)} by ${payBy} and we’ll deliver on ${deliveryDate}.`,
        frequency ? 'Your subscription starts when you accept its terms and pay.' : '',
        'If you don’t pay by then, we’ll cancel the order.',
      ]
        .filter(Boolean)
        .join(' '),
    button: payNow,
  },
  terms_link: {
    subject: ({ orderNumber }) => `Accept the terms of subscription ${orderNumber}`,
    title: 'Start your subscription',
    lead: ({ deliveryDate, payBy, netDays, ...email }) =>
      [
        `Thank you for your order. Accept the terms of your subscription by ${payBy} and we’ll deliver on ${deliveryDate}.`,
        isCovered(email)
          ? 'Your account credit pays for the first delivery.'
          : `We’ll send you an invoice of $${dueAmount(email)}, which is due in ${netDays} days. No card is needed.`,
        'If you don’t accept them by then, we’ll cancel the order.',
      ].join(' '),
    button: { label: 'Review the terms', url: ({ payUrl }) => payUrl },
  },
  card_problem: {
    subject: ({ orderNumber, card }) =>
      card?.isMissing
        ? `We have no card to charge for order ${orderNumber}`
        : `We couldn’t charge your card for order ${orderNumber}`,
    title: ({ card }) =>
      card?.isMissing ? 'We have no card to charge' : 'Your payment didn’t go through',
    lead: ({ deliveryDate, card, ...email }) =>
      [
        card?.isMissing
          ? `You have no saved card to charge $${dueAmount(email)} for your delivery on ${deliveryDate}, so it’s on hold.`
          : `We couldn’t charge $${dueAmount(email)} for your delivery on ${deliveryDate}, so it’s on hold.`,
        card?.usesDefaultCard
          ? 'Pay now with any card, or choose another default card in Billing and we’ll charge that one.'
          : 'Pay now with any card.',
        keepCardText,
      ].join(' '),
    button: payNow,
    secondaryLink: changeCard,
  },
  card_authentication: {
    subject: ({ orderNumber }) => `Please confirm your payment for order ${orderNumber}`,
    title: 'Confirm your payment',
    lead: ({ deliveryDate, ...email }) =>
      `Your bank needs you to confirm the payment of $${dueAmount(email)} for your delivery on ${deliveryDate}. The delivery is on hold until you do. ${keepCardText}`,
    button: { label: 'Confirm the payment', url: ({ payUrl }) => payUrl },
  },
  subscription_past_due: {
    subject: ({ orderNumber }) =>
      `Payment needed for order ${orderNumber}: your deliveries are on hold`,
    title: 'Your deliveries are on hold',
    lead: ({ deliveryDate, ...email }) =>
      `We couldn’t charge $${dueAmount(email)} for your delivery on ${deliveryDate}. We won’t try again. Pay for this order to resume your deliveries. ${keepCardText}`,
    button: payNow,
  },
}
