import { Failure } from '#contract/errors.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentDeps } from './deps.ts'
import { ensurePayer } from './ensure-payer.ts'

type Visit = {
  customer: { id: string; email: string }
  returnUrl: string | undefined
  /** Our own origins: PUBLIC_URL's and the one that the request came to. */
  origins: readonly string[]
}

/** B4: the provider sends the customer back, and never to anyone but us. */
export async function openBillingPortal(
  deps: Pick<PaymentDeps, 'db' | 'cards' | 'clock'>,
  { customer, returnUrl, origins }: Visit,
): Promise<{ url: string }> {
  const back = returnUrl ?? `${origins[0]}/customer/billing`
  if (!URL.canParse(back) || !origins.includes(new URL(back).origin))
    throw new Failure('bad_return_url')
  const payer = { ...customer, name: customer.email }
  const customerRef = await askProvider(() => ensurePayer(deps, payer, 'buyer'))
  return { url: await askProvider(() => deps.cards.openBillingPortal(customerRef, back, 'buyer')) }
}
