import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StripeRequirements } from '../adapters/stripe/plan-setup.ts'
import { handledEventTypes } from '../modules/payments/index.ts'
import type { Config } from './config.ts'

/** Required setup of the Stripe account: `stripe:setup` creates it, each start checks it. */
export function stripeRequirements({
  publicUrl,
  initialSettings,
}: Pick<Config, 'publicUrl' | 'initialSettings'>): StripeRequirements {
  return {
    shopName: initialSettings.name,
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
