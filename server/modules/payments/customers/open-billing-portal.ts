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
  /** Our own origins: PUBLIC_URL's and the request's. */
  origins: readonly string[]
}

/** B4: the provider redirects the customer back to our own origins only. */
export async function openBillingPortal(
  deps: PortalDeps,
  { customer, returnUrl, origins }: PortalRequest,
): Promise<{ url: string }> {
  const target = returnUrl ?? `${origins[0]}/customer/billing`
  if (!URL.canParse(target) || !origins.includes(new URL(target).origin))
    throw new Failure('bad_return_url')
  const input = { ...customer, name: customer.email }
  try {
    const url = await withProviderCustomer(deps, input, (customerRef) =>
      callProvider(() => deps.cards.openBillingPortal(customerRef, target, 'interactive')),
    )
    await deps.db.transaction((tx) => endAlert(tx, deps, INCIDENT))
    return { url }
  } catch (err) {
    throw await toPortalFailure(deps, err)
  }
}

const INCIDENT = { kind: 'provider_rejected', subject: 'billing_portal' } as const

/** Shows the customer what to do and alerts staff, unless the provider is only unavailable. */
async function toPortalFailure(deps: PortalDeps, err: unknown): Promise<unknown> {
  const error = err instanceof Failure ? err.cause : err
  if (!(error instanceof CardProviderError)) return err
  if (error.kind === 'unknown' || error.kind === 'retryable') return err
  const reason = scrubMessage(error.message, error.details.param)
  const advice = error.kind === 'invalid_request' ? ' Run "npm run stripe:setup".' : ''
  const message = `A customer couldn't open the billing portal. The payment provider's message: ${reason}${advice}`
  await deps.db.transaction((tx) => raiseAlert(tx, deps, { ...INCIDENT, message }))
  const { phone, email } = deps.shop
  const failure = new Failure(
    'portal_unavailable',
    `We can't open the billing page right now. Try again later, call ${phone} or email ${email}.`,
  )
  failure.cause = error
  return failure
}
