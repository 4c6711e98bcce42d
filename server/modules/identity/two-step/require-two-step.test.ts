import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { SessionUser } from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { TwoStepSecret } from '#contract/staff/two-step.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { productionSettings, readConfigError } from '#tests/support/production-settings.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { appCode } from '#tests/support/two-step.ts'

const DAY_MS = 86_400_000

/** As in production, where only owners and managers have to use it. */
async function openStrictShop(): Promise<TestShop> {
  const shop = await openShop()
  shop.deps.twoStep.isRequired = true
  return shop
}

const login = async (shop: TestShop, email = STAFF.email) => {
  const browser = shop.buyer()
  await browser.call('POST', apiPaths.adminLogin, { ...STAFF, email })
  return browser
}

const readUser = async (browser: Buyer) =>
  (await browser.call<{ user: SessionUser }>('GET', apiPaths.me)).body.user

test('rule 37: after seven days an owner can only set up two-step verification', async () => {
  const shop = await openStrictShop()
  const early = await staffBrowser(shop)
  const requiredFrom = new Date(shop.clock.now().getTime() + 7 * DAY_MS).toISOString()
  expect((await readUser(early)).twoStep).toEqual({ isOn: false, requiredFrom, isOverdue: false })
  const { orderId } = (await shop.buyer().place()).body
  shop.clock.advance(7 * DAY_MS - 1000)
  const staff = await login(shop)
  expect((await staff.call('GET', apiPaths.adminOrders)).status).toBe(200)

  shop.clock.advance(1000)
  const rejected = { status: 403, body: { code: 'two_step_setup_required' } }
  expect(await staff.call('GET', apiPaths.adminOrders)).toMatchObject(rejected)
  expect(await staff.call('GET', accountPaths.staff)).toMatchObject(rejected)
  expect(await staff.call('PATCH', apiPaths.adminOrdersBulk, {})).toMatchObject(rejected)
  // Public pages show staff no more than a guest.
  shop.clock.advance(DAY_MS / 4)
  const order = await staff.call<{ customerEmail: unknown }>(
    'GET',
    fillPath(apiPaths.order, { id: orderId }),
  )
  const asGuest = await shop
    .buyer()
    .call<{ customerEmail: unknown }>('GET', fillPath(apiPaths.order, { id: orderId }))
  expect(order.body).toEqual(asGuest.body)

  const again = await login(shop)
  expect((await readUser(again)).twoStep).toMatchObject({ isOn: false, isOverdue: true })
  const { secret } = (await again.call<TwoStepSecret>('POST', accountPaths.twoStepSetUp)).body
  const code = appCode(secret, shop.clock.now())
  expect((await again.call('POST', accountPaths.twoStepActivate, { code })).status).toBe(200)
  expect((await again.call('GET', apiPaths.adminOrders)).status).toBe(200)
  expect((await again.call('POST', apiPaths.logout)).status).toBe(200)
})

test('rule 37: dispatchers and viewers choose; a promotion gives seven days', async () => {
  const shop = await openStrictShop()
  const owner = await staffBrowser(shop)
  await staffBrowser(shop, 'viewer')
  const [row] = await shop.sql<{ id: string }>(
    `select id from staff where email = 'viewer@example.com'`,
  )
  shop.clock.advance(30 * DAY_MS)
  const viewer = await login(shop, 'viewer@example.com')
  expect((await readUser(viewer)).twoStep?.requiredFrom).toBeNull()
  expect((await viewer.call('GET', apiPaths.adminOrders)).status).toBe(200)

  shop.deps.twoStep.isRequired = false
  const path = fillPath(accountPaths.member, { id: row?.id ?? '' })
  const promoter = await login(shop)
  expect((await owner.call('GET', apiPaths.me)).status).toBe(401)
  expect((await promoter.call('PATCH', path, { role: 'manager' })).status).toBe(200)
  shop.deps.twoStep.isRequired = true
  const manager = await login(shop, 'viewer@example.com')
  const inSevenDays = new Date(shop.clock.now().getTime() + 7 * DAY_MS).toISOString()
  expect((await readUser(manager)).twoStep?.requiredFrom).toBe(inSevenDays)

  // A manager who becomes an owner gets no further days.
  shop.deps.twoStep.isRequired = false
  shop.clock.advance(DAY_MS)
  await (await login(shop)).call('PATCH', path, { role: 'owner' })
  shop.deps.twoStep.isRequired = true
  const promoted = await login(shop, 'viewer@example.com')
  expect((await readUser(promoted)).twoStep?.requiredFrom).toBe(inSevenDays)
})

test('rule 37: two-step verification is optional outside production', async () => {
  const shop = await openShop()
  await staffBrowser(shop)
  shop.clock.advance(365 * DAY_MS)

  const staff = await login(shop)

  expect((await readUser(staff)).twoStep).toMatchObject({ requiredFrom: null, isOverdue: false })
  expect((await staff.call('GET', apiPaths.adminOrders)).status).toBe(200)
})

test('rule 37: production requires it, and SECRETS_KEY is used before the key in the database', async () => {
  const env = { ...productionSettings, SECRETS_KEY: 'k'.repeat(32) }
  const { deps } = await openShop({ env })
  expect(deps.twoStep.isRequired).toBe(true)
  expect(deps.twoStep.keys).toHaveLength(2)

  expect(readConfigError({ ...env, SECRETS_KEY: 'too short' })).toBe(
    'SECRETS_KEY: must have at least 32 characters',
  )
})
