const messages: Record<string, string> = {
  authentication_required: 'Your bank wants you to confirm this payment yourself.',
  insufficient_funds: 'Your bank says that there is not enough money for it.',
  expired_card: 'Your card has expired.',
  no_card: 'There is no card that may be charged for it.',
  card_gone: 'The card it was bought with is no longer there.',
  other_sum: 'Another sum than agreed was taken, and has been given back.',
}

/** What the bank said, for the person whose card it is. */
export const unpaidMessage = (code: string | null): string =>
  messages[code ?? ''] ?? 'Your bank declined the card.'
