const messages: Record<string, string> = {
  authentication_required: 'Your bank needs you to confirm this payment.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  no_card: "You don't have a saved card for this subscription.",
  card_gone: 'The card for this subscription was removed.',
  other_sum: 'We charged the wrong amount and refunded it.',
}

/** Explains to the customer why the charge failed. */
export const unpaidMessage = (code: string | null): string =>
  messages[code ?? ''] ?? 'Your bank declined your card.'
