/**
 * The interface of a card form, the same for every provider. The component renders the fields and
 * passes its controls to `onReady` once it accepts a card.
 */
export type CardFormProps = {
  /** The amount to charge. `saveCard`: the card is saved for future deliveries. */
  amountCents: number
  saveCard: boolean
  /** The card is only saved: nothing is charged, and `confirm` gets the secret of a setup. */
  isSetup?: boolean
  /** Called with undefined while the form cannot accept a card. */
  onReady: (controls: CardControls | undefined) => void
}

export type CardControls = {
  /** Resolves to false if the input is invalid; the form shows the errors. */
  check(options?: { focus?: boolean }): Promise<boolean>
  confirm(payment: CardPayment): Promise<CardResult>
}

export type CardPayment = {
  clientSecret: string
  /** The bank redirects the buyer here after a full-page authentication. */
  returnUrl: string
}

export type CardResult = { isPaid: true } | { isPaid: false; message: string }

export const paid: CardResult = { isPaid: true }

export const notPaid = (message: string | undefined): CardResult => ({
  isPaid: false,
  message: message || "Your card wasn't charged. Try again or use a different card.",
})

/** The outcome is unknown then, so the message must not read like a decline. */
export const NO_RESPONSE =
  "We couldn't reach the payment provider. Try again. You won't be charged twice."
