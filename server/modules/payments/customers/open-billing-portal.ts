import { Failure } from '#contract/errors.ts'
import type { Shop } from '#contract/shop.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import { callProvider } from '../call-provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { scrubMessage } from '../describe-provider-error.ts'
import { CardProviderError } from '../port.ts'
import { withProviderCustomer } from './ensure-provider-customer.ts'

type PortalDeps = Pick<PaymentDeps, 'db' | 'cards' | 'clock' | 'random' | 'account'> & {
  shop: Shop
}

type PortalRequest = {
  customer: { id: string; email: string }
  returnUrl: string | undefined
  /** Our own origins: PUBLIC_URL's and the one that the request came to. */
  origins: readonly string[]
}

/** B4: the provider sends the customer back, and never to anyone but us. */
export async function openBillingPortal(
  deps: PortalDeps,
  { customer, returnUrl, origins }: PortalRequest,
): Promise<{ url: string }> {
  const back = returnUrl ?? `${origins[0]}/customer/billing`
  if (!URL.canParse(back) || !origins.includes(new URL(back).origin))
    throw new Failure('bad_return_url')
  const payer = { ...customer, name: customer.email }
  try {
    const url = await withProviderCustomer(deps, payer, (customerRef) =>
      callProvider(() => deps.cards.openBillingPortal(customerRef, back, 'interactive')),
    )
    await deps.db.transaction((tx) => endAlert(tx, deps, INCIDENT))
    return { url }
  } catch (err) {
    throw await toPortalFailure(deps, err)
  }
}

const INCIDENT = { kind: 'provider_rejected', subject: 'billing_portal' } as const

/** The customer is told what to do, and staff why it fails; only a silent provider alerts nobody. */
async function toPortalFailure(deps: PortalDeps, err: unknown): Promise<unknown> {
  const problem = err instanceof Failure ? err.cause : err
  if (!(problem instanceof CardProviderError)) return err
  if (problem.kind === 'unknown' || problem.kind === 'retryable') return err
  const said = scrubMessage(problem.message, problem.details.param)
  const advice = problem.kind === 'invalid_request' ? ' Run "npm run stripe:setup".' : ''
  const message = `A customer could not open the billing portal to change the card. The card provider says: ${said}${advice}`
  await deps.db.transaction((tx) => raiseAlert(tx, deps, { ...INCIDENT, message }))
  const { phone, email } = deps.shop
  const failure = new Failure(
    'portal_unavailable',
    `We cannot open the billing page right now. Please try again later, call ${phone} or email ${email}.`,
  )
  failure.cause = problem
  return failure
}
