import { formatDate } from '../dates/calendar.ts'
import type { PriceChange } from './price-changes.ts'

type Terms = Pick<PriceChange, 'productName' | 'oldPrice' | 'newPrice' | 'firstDate' | 'mode'>

/**
 * The text of the email, of the page of its link and of the account. The server stores it with an answer, so
 * all of them build it from the same terms.
 */
export function priceChangeSentences(terms: Terms): string[] {
  const { productName, oldPrice, newPrice, firstDate, mode } = terms
  const change = `The price of ${productName} goes from $${oldPrice} to $${newPrice} per bottle, before your 15% discount.`
  const date = formatDate(firstDate)
  if (mode === 'notice') {
    return [
      change,
      `You'll pay the new price from your delivery on ${date}.`,
      'You can change or cancel your subscription before then, free of charge.',
    ]
  }
  return [
    change,
    `If you agree, you'll pay the new price from your delivery on ${date}.`,
    "If you don't answer, you keep your current price.",
  ]
}

export const priceConsentLabel = ({ newPrice }: Pick<Terms, 'newPrice'>): string =>
  `Agree to $${newPrice}`
