import { rejectSetting } from './assert-safe-settings.ts'
import type { Environment } from './environment.ts'

export type PaymentsConfig =
  | { provider: 'sandbox' }
  | {
      provider: 'stripe'
      /** A test shop that uses test keys; every page shows a notice. */
      isStaging: boolean
      secretKey: string
      publishableKey: string
      webhookSecret: string
      apiBase: string | undefined
    }

type KeyName = 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'

/** Selects the card provider. `stripe:setup` runs before a webhook secret exists. */
export function readPaymentsConfig(
  env: Environment,
  { needsWebhookSecret = true } = {},
): PaymentsConfig {
  if (env.PAYMENTS !== 'stripe' && env.PAYMENTS !== 'stripe-test') {
    assertNoLiveKeys(env)
    return { provider: 'sandbox' }
  }
  const requireKey = (name: KeyName) =>
    env[name] ?? rejectSetting(name, `required when PAYMENTS=${env.PAYMENTS}`)
  const secretKey = requireKey('STRIPE_SECRET_KEY')
  const publishableKey = requireKey('STRIPE_PUBLISHABLE_KEY')
  assertMatchingKeys(env, secretKey, publishableKey)
  return {
    provider: 'stripe',
    isStaging: env.PAYMENTS === 'stripe-test',
    secretKey,
    publishableKey,
    webhookSecret: needsWebhookSecret
      ? requireKey('STRIPE_WEBHOOK_SECRET')
      : (env.STRIPE_WEBHOOK_SECRET ?? ''),
    apiBase: env.STRIPE_API_BASE,
  }
}

/** Live keys mean that real payments are expected, and the sandbox would accept orders unpaid. */
function assertNoLiveKeys({ STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '' }: Environment) {
  if (!/[srp]k_live_/.test(`${STRIPE_SECRET_KEY} ${STRIPE_PUBLISHABLE_KEY}`)) return
  rejectSetting('PAYMENTS', 'live keys are set: set PAYMENTS=stripe, or remove the keys')
}

/** Checks both keys: a secret key set as the publishable key would reach every browser. */
function assertMatchingKeys(env: Environment, secretKey: string, publishableKey: string): void {
  const secretMode = /^[sr]k_(test|live)_/.exec(secretKey)?.[1]
  const publishableMode = /^pk_(test|live)_/.exec(publishableKey)?.[1]
  if (!secretMode) {
    rejectSetting('STRIPE_SECRET_KEY', 'must start with sk_live_, rk_live_, sk_test_ or rk_test_')
  }
  if (!publishableMode)
    rejectSetting('STRIPE_PUBLISHABLE_KEY', 'must start with pk_live_ or pk_test_')
  if (secretMode !== publishableMode) {
    rejectSetting(
      'STRIPE_PUBLISHABLE_KEY',
      `is a ${publishableMode} key, but STRIPE_SECRET_KEY is a ${secretMode} key: use two keys of the same mode`,
    )
  }
  if (secretMode === 'live' && env.PAYMENTS === 'stripe-test') {
    rejectSetting('PAYMENTS', 'stripe-test takes test keys only: set PAYMENTS=stripe for live keys')
  }
  if (secretMode === 'test' && env.PAYMENTS === 'stripe' && env.NODE_ENV === 'production') {
    rejectSetting('STRIPE_SECRET_KEY', 'set a live key, or PAYMENTS=stripe-test for a staging shop')
  }
}
