import { cardConsent } from '#contract/subscriptions/consent.ts'
import type { OrderEmailData, paymentEmailKinds } from '../email-data.ts'

/** Under the order itself there is at most one thing to press. */
export type EmailButton = { label: string; url: (letter: OrderEmailData) => string }

export type EmailCopy = {
  subject: (letter: OrderEmailData) => string
  title: string | ((letter: OrderEmailData) => string)
  lead: (letter: OrderEmailData) => string
  button: EmailButton
  /** A second way, as a plain link. */
  secondaryLink?: EmailButton
}

const payNow: EmailButton = { label: 'Pay now', url: ({ payUrl }) => payUrl }
/** Only where a new default card is followed does changing it help. */
const changeCard: EmailButton = {
  label: 'Change your saved card',
  url: ({ billingUrl, card }) => (card?.usesDefaultCard ? billingUrl : ''),
}
const keepCardText = `Keep “${cardConsent.label}” checked when you pay, and later deliveries are charged to that card.`

/** What the mails about the money of a delivery say; each promises what its subscription does. */
export const paymentCopy: Record<(typeof paymentEmailKinds)[number], EmailCopy> = {
  card_problem: {
    subject: ({ orderNumber, card }) =>
      card?.isMissing
        ? `We have no card to charge for order ${orderNumber}`
        : `We could not charge your card for order ${orderNumber}`,
    title: ({ card }) =>
      card?.isMissing ? 'There is no card to charge' : 'Your card was not accepted',
    lead: ({ total, deliveryDate, card }) =>
      [
        card?.isMissing
          ? `There is no saved card for the payment of $${total} for the delivery on ${deliveryDate}, so we hold it back.`
          : `The payment of $${total} for the delivery on ${deliveryDate} did not go through, so we hold it back.`,
        card?.usesDefaultCard
          ? 'Pay now with any card, or choose another default card under Billing and we will charge that one.'
          : 'Pay now with any card.',
        keepCardText,
      ].join(' '),
    button: payNow,
    secondaryLink: changeCard,
  },
  card_authentication: {
    subject: ({ orderNumber }) => `Please confirm your payment for order ${orderNumber}`,
    title: 'Your bank asks for you',
    lead: ({ total, deliveryDate }) =>
      `Your bank wants you to confirm the payment of $${total} for the delivery on ${deliveryDate} yourself. We hold the delivery until then. ${keepCardText}`,
    button: { label: 'Confirm the payment', url: ({ payUrl }) => payUrl },
  },
  subscription_past_due: {
    subject: ({ orderNumber }) => `Your deliveries are paused: order ${orderNumber} is not paid`,
    title: 'Your deliveries are paused',
    lead: ({ total, deliveryDate }) =>
      `We could not charge $${total} for the delivery on ${deliveryDate} and have stopped trying. Nothing more is charged. Pay this order and your deliveries go on. ${keepCardText}`,
    button: payNow,
  },
}
