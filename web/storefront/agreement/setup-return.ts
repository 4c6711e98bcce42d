/** Parameters that Stripe adds to the return URL after an authentication on the bank's page. */
const setupParams = ['setup_intent', 'setup_intent_client_secret', 'redirect_status']

export type SetupReturn = {
  /** The page's URL without the parameters. */
  href: string
  isCardSaved: boolean
}

/** Undefined if the customer does not come back from the bank. */
export function readSetupReturn(href: string): SetupReturn | undefined {
  const url = new URL(href)
  if (!setupParams.some((name) => url.searchParams.has(name))) return undefined
  // The server reads the card from the provider, so a forged parameter saves nothing.
  const isCardSaved = url.searchParams.get('redirect_status') === 'succeeded'
  for (const name of setupParams) url.searchParams.delete(name)
  return { href: url.href, isCardSaved }
}
