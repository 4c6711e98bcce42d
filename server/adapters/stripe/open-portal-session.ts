import Stripe from 'stripe'

/** Identifies the portal configuration that this software created in the account. */
export const PORTAL_METADATA = { made_by: 'carboy' }

type PortalSessionInput = { customerRef: string; returnUrl: string }

/**
 * A configuration created through the API is never the account's default, so it is passed by id.
 * `requestOptions` is called per request, because the remaining checkout time decreases.
 */
export async function openPortalSession(
  stripe: Stripe,
  { customerRef, returnUrl }: PortalSessionInput,
  requestOptions: () => Stripe.RequestOptions,
): Promise<string> {
  const configuration = await findConfiguration(stripe, requestOptions())
  const params = {
    customer: customerRef,
    return_url: returnUrl,
    ...(configuration && { configuration }),
  }
  return (await stripe.billingPortal.sessions.create(params, requestOptions())).url
}

async function findConfiguration(stripe: Stripe, options: Stripe.RequestOptions) {
  try {
    const params = { active: true, limit: 100 }
    const { data } = await stripe.billingPortal.configurations.list(params, options)
    return data.find(({ metadata }) => metadata?.made_by === PORTAL_METADATA.made_by)?.id
  } catch (error) {
    // A restricted key may create sessions but not read configurations.
    if (error instanceof Stripe.errors.StripePermissionError) return undefined
    throw error
  }
}
