import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkWebhook } from '#server/adapters/stripe/check-webhook.ts'
import { planSetup } from '#server/adapters/stripe/plan-setup.ts'
import { readConfig } from '#server/config/config.ts'
import { stripeRequirements } from '#server/config/stripe-requirements.ts'
import { handledEventTypes } from '#server/modules/payments/index.ts'
import { type CardSandbox, openCardSandbox } from '#tests/support/card-sandbox.ts'
import { freePort } from '#tests/support/free-port.ts'
import { productionSettings } from '#tests/support/production-settings.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startServer } from '#tests/support/server-process.ts'

let open: CardSandbox
let env: Record<string, string>
beforeAll(async () => {
  open = await openCardSandbox()
  env = {
    ...productionSettings,
    PAYMENTS: 'stripe-test',
    STRIPE_SECRET_KEY: open.sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_API_BASE: open.sandbox.apiBase,
  }
})
beforeEach(async () => {
  open.sandbox.faults.clear()
  await open.pool.query('delete from sandbox.objects')
})
afterAll(() => open.close())

const setup = (...args: string[]) => runCommand('stripe-setup', args, env)
const url = 'https://shop.test/api/webhooks/stripe'
const endpoints = async () => (await open.stripe.webhookEndpoints.list()).data
const counts = async () => [
  (await endpoints()).length,
  (await open.stripe.billingPortal.configurations.list()).data.length,
  (await open.stripe.paymentMethodDomains.list()).data.length,
]
const requirements = () => stripeRequirements(readConfig(env, { needsWebhookSecret: false }))
const check = () => checkWebhook(open.stripe, { url, events: handledEventTypes })
const runStep = async () => {
  for (const { run } of await planSetup(open.stripe, requirements())) await run?.()
}

test('AU7: stripe:setup previews first, then creates the missing objects and prints the secret once', async () => {
  const preview = await setup()
  expect(preview.code).toBe(0)
  expect(preview.output).toContain(`create    webhook endpoint ${url}`)
  expect(preview.output).toContain('Nothing was changed. To do this: npm run stripe:setup -- --yes')
  expect(await counts()).toEqual([0, 0, 0])

  const ran = await setup('--yes')
  expect(ran.code).toBe(0)
  expect(ran.output).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m)
  const [endpoint] = await endpoints()
  expect(endpoint).toMatchObject({ url, status: 'enabled', api_version: Stripe.API_VERSION })
  expect(new Set(endpoint?.enabled_events)).toEqual(new Set(handledEventTypes))
  const [portal] = (await open.stripe.billingPortal.configurations.list()).data
  expect(portal).toMatchObject({
    active: true,
    default_return_url: 'https://shop.test/customer/billing',
    business_profile: {
      privacy_policy_url: 'https://shop.test/privacy-policy',
      terms_of_service_url: 'https://shop.test/terms-of-service',
    },
    features: {
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'phone'] },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
  })
  const [domain] = (await open.stripe.paymentMethodDomains.list()).data
  expect(domain).toMatchObject({ domain_name: 'shop.test', enabled: true })

  const again = await setup('--yes')
  expect(again.code).toBe(0)
  expect(again.output).not.toContain('whsec_')
  expect(again.output).toContain('STRIPE_WEBHOOK_SECRET is not set: copy the signing secret')
  expect(await counts()).toEqual([1, 1, 1])
  expect((await setup()).output).toContain('Everything is set up.')
})

test('AU7: manual changes at Stripe are corrected and nothing is created twice', async () => {
  await runStep()
  const [endpoint] = await endpoints()
  await open.stripe.webhookEndpoints.update(endpoint?.id ?? '', {
    enabled_events: ['charge.refunded'],
    disabled: true,
  })
  const [portal] = (await open.stripe.billingPortal.configurations.list()).data
  await open.stripe.billingPortal.configurations.update(portal?.id ?? '', {
    default_return_url: 'https://elsewhere.test',
    features: { subscription_cancel: { enabled: true } },
  })
  const [domain] = (await open.stripe.paymentMethodDomains.list()).data
  await open.stripe.paymentMethodDomains.update(domain?.id ?? '', { enabled: false })

  const actions = async () =>
    (await planSetup(open.stripe, requirements())).map(({ action }) => action)
  expect(await actions()).toEqual(['update', 'update', 'update'])
  await runStep()
  expect(await actions()).toEqual(['ok', 'ok', 'ok'])
  expect(await counts()).toEqual([1, 1, 1])
})

test('AU7: an endpoint with another API version is replaced, then disabled by the next run', async () => {
  const params = { url, enabled_events: ['*' as const], api_version: '2024-06-20' as const }
  const old = await open.stripe.webhookEndpoints.create(params)
  expect((await check()).error).toBe(
    `Stripe's webhook endpoint has API version 2024-06-20, this version of the shop needs ${Stripe.API_VERSION}: run npm run stripe:setup -- --yes`,
  )

  await runStep()
  const status = async () => (await open.stripe.webhookEndpoints.retrieve(old.id)).status
  expect([await status(), (await endpoints()).length]).toEqual(['enabled', 2])
  expect(await check()).toEqual({})
  await runStep()
  expect([await status(), (await endpoints()).length]).toEqual(['disabled', 2])
})

test('AU7: the portal opens with the created configuration if the account has no default', async () => {
  open.sandbox.faults.isPortalUnset = true
  const customerRef = await open.cards.createCustomer(
    { idempotencyKey: `customer-${Math.random()}`, email: 'ana@example.com', name: 'Ana' },
    'interactive',
  )
  const portal = () =>
    open.cards.openBillingPortal(customerRef, 'https://shop.test/', 'interactive')
  await expect(portal()).rejects.toThrow('until you save your customer portal settings')

  await runStep()
  expect(await portal()).toContain('/sandbox/billing/')
})

test('AU7: startup warns of missing Stripe setup and continues if Stripe is unreachable', async () => {
  expect((await check()).warning).toBe(
    `Stripe sends no events to ${url}: run npm run stripe:setup -- --yes`,
  )
  await open.stripe.webhookEndpoints.create({
    url,
    enabled_events: ['charge.refunded'],
    api_version: Stripe.API_VERSION,
  })
  expect((await check()).warning).toMatch(/^Stripe does not send payment_intent\.succeeded, /)

  open.sandbox.faults.next('GET webhook_endpoints', 'error-401')
  const rejected = await check()
  expect(rejected.error).toBeUndefined()
  expect(rejected.warning).toMatch(/^Could not check the webhook endpoint at Stripe: /)
  open.sandbox.faults.next('GET webhook_endpoints', 'drop-request')
  expect((await check()).error).toBeUndefined()
})

test('AU7: startup fails with one line if the webhook has another API version', async () => {
  const params = { url, enabled_events: ['*' as const], api_version: '2024-06-20' as const }
  await open.stripe.webhookEndpoints.create(params)
  const server = startServer({
    ...env,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATABASE_URL: open.databaseUrl,
  })

  expect(await server.ended).toBe(1)
  expect(server.output().trim()).toMatch(/^Configuration error: Stripe's webhook endpoint [^\n]+$/)
})

test('AU7: errors print one line and exit with 1; help exits with 0', async () => {
  const help = await setup('--help')
  expect([help.output.split('\n')[0], help.code]).toEqual([
    'Usage: npm run stripe:setup [-- --yes]',
    0,
  ])
  const sandbox = await runCommand('stripe-setup', [], {})
  expect(sandbox).toEqual({
    output:
      'Configuration error: PAYMENTS: set stripe or stripe-test; the sandbox needs no setup\n',
    code: 1,
  })
  open.sandbox.faults.next('GET webhook_endpoints', 'error-401')
  const rejected = await setup('--yes')
  expect([rejected.output.trim().split('\n').length, rejected.code]).toEqual([1, 1])
})
