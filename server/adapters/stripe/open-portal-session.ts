import Stripe from 'stripe'

/** Marks the portal configuration of this software among others of the account. */
export const PORTAL_MARK = { made_by: 'carboy' }

type Visit = { customerRef: string; returnUrl: string }

/**
 * A configuration that was created over the API is never the account's default, so it is named.
 * `within` is asked for each call: what is left of the buyer's time shrinks meanwhile.
 */
export async function openPortalSession(
  stripe: Stripe,
  { customerRef, returnUrl }: Visit,
  within: () => Stripe.RequestOptions,
): Promise<string> {
  const configuration = await findConfiguration(stripe, within())
  const params = {
    customer: customerRef,
    return_url: returnUrl,
    ...(configuration && { configuration }),
  }
  return (await stripe.billingPortal.sessions.create(params, within())).url
}

async function findConfiguration(stripe: Stripe, options: Stripe.RequestOptions) {
  try {
    const params = { active: true, limit: 100 }
    const { data } = await stripe.billingPortal.configurations.list(params, options)
    return data.find(({ metadata }) => metadata?.made_by === PORTAL_MARK.made_by)?.id
  } catch (error) {
    // A restricted key may open sessions without being allowed to read the settings.
    if (error instanceof Stripe.errors.StripePermissionError) return undefined
    throw error
  }
}
