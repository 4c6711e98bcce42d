import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StripeRequirements } from '../adapters/stripe/plan-setup.ts'
import { handledEventTypes } from '../modules/payments/index.ts'
import type { Config } from './config.ts'

/** What this shop needs of its Stripe account: set up by one command, checked at each start. */
export function stripeRequirements({
  publicUrl,
  shop,
}: Pick<Config, 'publicUrl' | 'shop'>): StripeRequirements {
  return {
    shopName: shop.name,
    publicUrl,
    webhookUrl: `${publicUrl}${apiPaths.webhook}`,
    pages: {
      billing: `${publicUrl}${pageRoutes.customerBilling}`,
      privacy: `${publicUrl}${pageRoutes.privacy}`,
      terms: `${publicUrl}${pageRoutes.terms}`,
    },
    events: handledEventTypes,
  }
}
