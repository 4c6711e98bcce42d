/** What Stripe adds to the address when a bank sends the buyer back. */
const secrets = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

/** The same address without anything that pays or tells of a payment. */
export function stripPaymentParams(href: string): string {
  const url = new URL(href)
  if (!secrets.some((name) => url.searchParams.has(name))) return href
  for (const name of secrets) url.searchParams.delete(name)
  return url.href
}
