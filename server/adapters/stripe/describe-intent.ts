import { formatOrderNumber } from '#contract/order-number.ts'
/** Shown in Stripe's dashboard: the order number that our pages and emails show. */
export const intentDescription = (orderId: string) => `Order ${formatOrderNumber(orderId)}`

/**
 * A statement descriptor has 22 characters: the account's prefix of at most 10, `* `, and this suffix.
 * Stripe rejects the payment if it is longer.
 */
const MAX_SUFFIX = 10

/** The shop's name for the cardholder's statement; undefined if no part of it is allowed. */
export function statementSuffix(shopName: string): string | undefined {
  const allowed = shopName
    .normalize('NFKD')
    .replace(/[^A-Za-z\d .&-]/g, '')
    .replace(/ +/g, ' ')
    .trim()
  const [first = ''] = allowed.split(' ')
  let suffix = first.slice(0, MAX_SUFFIX)
  for (const word of allowed.split(' ').slice(1)) {
    if (suffix.length + 1 + word.length > MAX_SUFFIX) break
    suffix += ` ${word}`
  }
  suffix = suffix.replace(/[ .&-]+$/, '')
  return /[A-Za-z]/.test(suffix) ? suffix : undefined
}
