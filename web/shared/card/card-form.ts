/**
 * What checkout and the pay page ask of a form that takes a card, whoever takes it. The component
 * draws the fields and hands over its controls as soon as a card can be taken.
 */
export type CardFormProps = {
  /** What will be charged, and whether the card is kept for later deliveries. */
  amountCents: number
  saveCard: boolean
  /** undefined while no card can be taken (yet). */
  onReady: (controls: CardControls | undefined) => void
}

export type CardControls = {
  /** False when what was typed cannot be a card; the form itself then says why. */
  check(options?: { focus?: boolean }): Promise<boolean>
  confirm(payment: CardPayment): Promise<CardResult>
}

export type CardPayment = {
  clientSecret: string
  /** Where a bank that must leave the page sends the buyer back to. */
  returnUrl: string
}

export type CardResult = { isPaid: true } | { isPaid: false; message: string }

export const paid: CardResult = { isPaid: true }

export const notPaid = (message: string | undefined): CardResult => ({
  isPaid: false,
  message: message || "Your card wasn't charged. Try again or use a different card.",
})

/** Nobody knows then whether the money moved, so it must not read like a refusal. */
export const NO_RESPONSE =
  "We couldn't reach the payment provider. Try again. You won't be charged twice."
