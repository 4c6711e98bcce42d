import { describe, expect, onTestFinished, test } from 'vitest'
import type { PageData } from '#contract/shop.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { productionSettings, readConfigError } from '#tests/support/production-settings.ts'
import { startServer } from '#tests/support/server-process.ts'
import { silentLog } from '#tests/support/test-runtime.ts'

const liveKeys = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const testKeys = {
  ...liveKeys,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
}
const without = (name: string) => ({ ...productionSettings, [name]: '' })
const oneLine = (name: string) => new RegExp(`^${name}: [^\\n]+$`)

describe('AU12: settings that look like production require NODE_ENV=production', () => {
  test.each(['prod', 'Production', 'live', 'staging'])('NODE_ENV=%s is an error', (mode) => {
    expect(readConfigError({ ...productionSettings, ...liveKeys, NODE_ENV: mode })).toBe(
      'NODE_ENV: must be development, test or production (not set: development)',
    )
  })

  test.each<Record<string, string>>([
    { STRIPE_SECRET_KEY: 'sk_live_1' },
    { STRIPE_SECRET_KEY: 'rk_live_1' },
    { STRIPE_SECRET_KEY: ' sk_live_1' },
    { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    { PUBLIC_URL: 'https://water.example' },
    { PUBLIC_URL: 'HTTPS://water.example' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { HOST: 'water.example' },
    { HOST: '127.0.0.1.water.example' },
  ])('%o is rejected in development and in tests', (env) => {
    const [name = ''] = Object.keys(env)
    for (const mode of ['', 'development', 'test']) {
      expect(readConfigError({ ...env, NODE_ENV: mode })).toMatch(oneLine(name))
      expect(readConfigError({ ...env, NODE_ENV: mode })).toContain('NODE_ENV=production')
    }
  })

  test('development on a local address needs no settings', () => {
    const fine: Record<string, string>[] = [
      {},
      { NODE_ENV: 'test', PORT: '4000' },
      { PUBLIC_URL: 'http://localhost:3000', HOST: '127.0.0.1' },
      { HOST: 'localhost' },
      { HOST: '::1' },
      { ADMIN_PASSWORD: 'sixsix' },
      testKeys,
      { ...testKeys, PAYMENTS: 'stripe-test', STRIPE_API_BASE: 'http://stripe-mock:12111' },
    ]
    for (const env of fine) expect([env, readConfigError(env)]).toEqual([env, 'accepted'])
  })
})

describe('AU12: production needs explicit settings', () => {
  test('with all settings it starts, with the sandbox, test keys or live keys', () => {
    expect(readConfigError(productionSettings)).toBe('accepted')
    expect(readConfigError({ ...productionSettings, ...liveKeys })).toBe('accepted')
    const staging = { ...productionSettings, ...testKeys, PAYMENTS: 'stripe-test' }
    expect(readConfigError(staging)).toBe('accepted')
    expect(readConfigError({ ...productionSettings, HOST: '0.0.0.0' })).toBe('accepted')
  })

  test.each(['PUBLIC_URL', 'PAYMENTS', 'SMTP_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])(
    '%s must be set',
    (name) => {
      expect(readConfigError(without(name))).toMatch(oneLine(name))
    },
  )

  test('rule 34: the first start needs SHOP_TIME_ZONE, later ones use the stored zone', async () => {
    const { url: databaseUrl, drop } = await freshDatabase()
    onTestFinished(drop)
    const env = { SHOP_TIME_ZONE: '' }
    const start = (more: Record<string, string>) =>
      openShop({ databaseUrl, env: { ...productionSettings, ...more } })
    await expect(start(env)).rejects.toThrow(oneLine('SHOP_TIME_ZONE'))
    await (await start({})).close()
    const shop = await start(env)
    expect(shop.deps.shop.timeZone).toBe('America/New_York')
  })

  test('AU17: TRUST_PROXY must be set, though it may be 0', () => {
    expect(readConfigError(without('TRUST_PROXY'))).toMatch(oneLine('TRUST_PROXY'))
    expect(readConfigError({ ...productionSettings, TRUST_PROXY: ' ' })).toMatch(
      oneLine('TRUST_PROXY'),
    )
    for (const proxies of ['0', '1', '2']) {
      expect(readConfigError({ ...productionSettings, TRUST_PROXY: proxies })).toBe('accepted')
    }
  })

  test.each<Record<string, string>>([
    { PUBLIC_URL: 'http://water.example' },
    { ADMIN_PASSWORD: 'eleven-long' },
    { ADMIN_PASSWORD: 'carboy-demo-staff' },
    { ADMIN_EMAIL: 'Admin@Carboy.example' },
    { SEED: 'demo' },
    { STRIPE_API_BASE: 'http://api.stripe.example' },
    { STRIPE_API_BASE: 'http://127.0.0.1.evil.example' },
  ])('%o is rejected', (env) => {
    const [name = ''] = Object.keys(env)
    expect(readConfigError({ ...productionSettings, ...env })).toMatch(oneLine(name))
  })

  test('the Stripe API base may be a local proxy', () => {
    for (const base of ['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9']) {
      const env = { ...productionSettings, ...liveKeys, STRIPE_API_BASE: base }
      expect(readConfigError(env)).toBe('accepted')
    }
  })
})

describe('AU12: keys', () => {
  test('secret and publishable key must have the same mode', () => {
    const mixed = { ...liveKeys, STRIPE_SECRET_KEY: 'sk_test_1' }
    expect(readConfigError({ ...productionSettings, ...mixed })).toBe(
      'STRIPE_PUBLISHABLE_KEY: is a live key, but STRIPE_SECRET_KEY is a test key: use two keys of the same mode',
    )
  })

  test('test keys require PAYMENTS=stripe-test, and live keys reject it', () => {
    expect(readConfigError({ ...productionSettings, ...testKeys })).toBe(
      'STRIPE_SECRET_KEY: set a live key, or PAYMENTS=stripe-test for a staging shop',
    )
    const live = { ...productionSettings, ...liveKeys, PAYMENTS: 'stripe-test' }
    expect(readConfigError(live)).toMatch(oneLine('PAYMENTS'))
  })

  test('live keys are rejected in a shop that charges no money', () => {
    const live = { ...productionSettings, ...liveKeys, PAYMENTS: 'sandbox' }
    expect(readConfigError(live)).toMatch(oneLine('PAYMENTS'))
  })

  test('swapped keys are rejected, so that a secret key never reaches a browser', () => {
    const swapped = { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }
    expect(readConfigError({ ...testKeys, ...swapped })).toMatch(oneLine('STRIPE_SECRET_KEY'))
    const twice = { STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }
    expect(readConfigError({ ...testKeys, ...twice })).toMatch(oneLine('STRIPE_PUBLISHABLE_KEY'))
  })

  test('a staging shop shows on every page that no money is charged', async () => {
    const offline = { STRIPE_API_BASE: 'http://127.0.0.1:1' }
    const showsNotice = async (env: Record<string, string>) => {
      const shop = await openShop({ env: { ...env, ...offline } })
      const html = await (await fetch(`${shop.url}/checkout`)).text()
      const [, json = '{}'] = /id="page-data"[^>]*>([^<]*)</.exec(html) ?? []
      return (JSON.parse(json) as PageData).isTestMode
    }

    const staging = { ...productionSettings, ...testKeys, PAYMENTS: 'stripe-test' }
    expect(await showsNotice(staging)).toBe(true)
    expect(await showsNotice(productionSettings)).toBe(true)
    expect(await showsNotice({ ...productionSettings, ...liveKeys })).toBe(false)
  })
})

test('rule 33: a variable that differs from the stored settings is named at startup, and not used', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...args: unknown[]) => void warnings.push(args) }
  const start = async (zone: string) => {
    const env = { ...productionSettings, SHOP_TIME_ZONE: zone }
    const shop = await openShop({ databaseUrl: url, log, env })
    const { timeZone } = shop.deps.shop
    await shop.close()
    return timeZone
  }

  await start('America/New_York')
  await start('America/New_York')
  expect(warnings).toEqual([])
  expect(await start('America/Chicago')).toBe('America/New_York')
  expect(warnings).toEqual([
    [
      { variables: 'SHOP_TIME_ZONE' },
      "SHOP_TIME_ZONE: not used, because the shop's settings differ",
    ],
  ])
})

test('AU12: the process exits with one error line and a failing exit code', async () => {
  const server = startServer({ NODE_ENV: 'prod', DATABASE_URL: 'postgres://x/none' })

  expect(await server.ended).toBe(1)
  expect(server.output().trim()).toMatch(/^Configuration error: NODE_ENV: [^\n]+$/)
})
