/** What staff read in Stripe's dashboard: the number that every screen and email of ours shows. */
export const intentDescription = (orderId: string) => `Order ${orderId.slice(0, 8)}`

/**
 * A statement has 22 characters: the account's own prefix of at most 10, `* `, and this. Longer ones
 * are refused together with the payment.
 */
const MAX_SUFFIX = 10

/** The shop's name for the holder's statement; none where Stripe would take no part of it. */
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
