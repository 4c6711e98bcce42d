import { expect, onTestFinished, test } from 'vitest'
import { planSetup } from '#server/adapters/stripe/plan-setup.ts'
import { readConfig } from '#server/config/config.ts'
import { stripeRequirements } from '#server/config/stripe-requirements.ts'
import { openCardSandbox } from '#tests/support/card-sandbox.ts'
import { productionSettings } from '#tests/support/production-settings.ts'
import { checkStripe } from './stripe.ts'

async function stripeAccount() {
  const { sandbox, stripe, close } = await openCardSandbox()
  onTestFinished(close)
  const config = readConfig({
    ...productionSettings,
    PAYMENTS: 'stripe-test',
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: sandbox.apiBase,
  })
  const setUp = async () => {
    for (const { run } of await planSetup(stripe, stripeRequirements(config))) await run?.()
  }
  return { sandbox, stripe, config, setUp }
}

test('the Stripe account must have exactly the events, the portal and the domain', async () => {
  const { stripe, config, setUp } = await stripeAccount()
  const check = () => checkStripe(config)

  const missing = await check()
  expect(missing.status).toBe('fail')
  expect(missing.message).toContain('missing: webhook endpoint https://shop.test/api/webhooks')
  expect(missing.message).toContain('Run npm run stripe:setup -- --yes.')

  await setUp()
  expect((await check()).status).toBe('ok')

  const [domain] = (await stripe.paymentMethodDomains.list()).data
  await stripe.paymentMethodDomains.update(domain?.id ?? '', { enabled: false })
  expect(await check()).toEqual({
    status: 'warn',
    message: 'different: payment method domain shop.test. Run npm run stripe:setup -- --yes.',
  })

  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['charge.refunded'] })
  expect((await check()).status).toBe('fail')
})

test('a rejected key fails without being printed, and a missing webhook secret fails', async () => {
  const { sandbox, config, setUp } = await stripeAccount()
  const { payments } = config
  if (payments.provider !== 'stripe') throw new Error('stripe expected')
  sandbox.faults.next('GET webhook_endpoints', 'error-401')
  const rejected = await checkStripe(config)
  expect(rejected.status).toBe('fail')
  expect(rejected.message).not.toContain(sandbox.secretKey)

  await setUp()
  const withoutSecret = { ...config, payments: { ...payments, webhookSecret: '' } }
  expect(await checkStripe(withoutSecret)).toEqual({
    status: 'fail',
    message: 'STRIPE_WEBHOOK_SECRET is not set.',
  })
})
