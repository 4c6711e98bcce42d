/** Parameters that Stripe adds to the return URL. */
const paymentParams = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

/** Returns the URL without payment parameters. */
export function stripPaymentParams(href: string): string {
  const url = new URL(href)
  if (!paymentParams.some((name) => url.searchParams.has(name))) return href
  for (const name of paymentParams) url.searchParams.delete(name)
  return url.href
}
