import type { Environment } from './environment.ts'
import { refuse } from './refuse-unsafe-settings.ts'

export type PaymentsConfig =
  | { provider: 'sandbox' }
  | {
      provider: 'stripe'
      /** A shop to try things out, on test keys; every page says so. */
      isStaging: boolean
      secretKey: string
      publishableKey: string
      webhookSecret: string
      apiBase: string | undefined
    }

type KeyName = 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'

/** Which provider takes the cards. `stripe:setup` runs before there is a webhook secret. */
export function paymentsOf(env: Environment, { needsWebhookSecret = true } = {}): PaymentsConfig {
  if (env.PAYMENTS !== 'stripe' && env.PAYMENTS !== 'stripe-test') {
    refuseLiveKeys(env)
    return { provider: 'sandbox' }
  }
  const needed = (name: KeyName) =>
    env[name] ?? refuse(name, `needed with PAYMENTS=${env.PAYMENTS}`)
  const secretKey = needed('STRIPE_SECRET_KEY')
  const publishableKey = needed('STRIPE_PUBLISHABLE_KEY')
  refuseMixedKeys(env, secretKey, publishableKey)
  return {
    provider: 'stripe',
    isStaging: env.PAYMENTS === 'stripe-test',
    secretKey,
    publishableKey,
    webhookSecret: needsWebhookSecret
      ? needed('STRIPE_WEBHOOK_SECRET')
      : (env.STRIPE_WEBHOOK_SECRET ?? ''),
    apiBase: env.STRIPE_API_BASE,
  }
}

/** Whoever sets live keys means to take money, and the sandbox would take orders for none. */
function refuseLiveKeys({ STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '' }: Environment) {
  if (!/[srp]k_live_/.test(`${STRIPE_SECRET_KEY} ${STRIPE_PUBLISHABLE_KEY}`)) return
  refuse('PAYMENTS', 'live keys are set: set PAYMENTS=stripe, or remove the keys')
}

/** A secret key in the publishable one's place would be sent to every browser. */
function refuseMixedKeys(env: Environment, secretKey: string, publishableKey: string): void {
  const secretMode = /^[sr]k_(test|live)_/.exec(secretKey)?.[1]
  const publishableMode = /^pk_(test|live)_/.exec(publishableKey)?.[1]
  if (!secretMode) {
    refuse('STRIPE_SECRET_KEY', 'must start with sk_live_, rk_live_, sk_test_ or rk_test_')
  }
  if (!publishableMode) refuse('STRIPE_PUBLISHABLE_KEY', 'must start with pk_live_ or pk_test_')
  if (secretMode !== publishableMode) {
    refuse(
      'STRIPE_PUBLISHABLE_KEY',
      `is a ${publishableMode} key, but STRIPE_SECRET_KEY is a ${secretMode} key: use two of one mode`,
    )
  }
  if (secretMode === 'live' && env.PAYMENTS === 'stripe-test') {
    refuse('PAYMENTS', 'stripe-test takes test keys only: set PAYMENTS=stripe for live keys')
  }
  if (secretMode === 'test' && env.PAYMENTS === 'stripe' && env.NODE_ENV === 'production') {
    refuse('STRIPE_SECRET_KEY', 'set a live key, or PAYMENTS=stripe-test for a staging shop')
  }
}
