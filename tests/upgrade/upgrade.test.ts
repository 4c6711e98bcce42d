import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import type { OneTap, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import {
  cloneDatabase,
  emptyDatabase,
  type FreshDatabase,
} from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { customerBrowser, followLink } from '#tests/support/sign-in.ts'
import { runEngine } from '#tests/support/subscriber.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { loadFixture, readFixture } from './load-fixture.ts'
import { rowChecks } from './row-checks.ts'
import { runChecks, summarize } from './run-checks.ts'
import { totalChecks } from './total-checks.ts'

type Handles = {
  now: string
  subscriptions: Record<string, string>
  links: Record<'skip' | 'moreBottles' | 'pause' | 'used' | 'calendar' | 'signIn', string>
  cookies: Record<'customer' | 'staff', Record<string, string>>
  staff: { email: string; password: string }
  customerEmail: string
}

type CheckResults = Record<string, string[]>

const VERSION = '0.1.0'
let handles: Handles
let recorded: CheckResults
let before: { summary: CheckResults; rows: CheckResults; totals: CheckResults }
let upgraded: FreshDatabase

beforeAll(async () => {
  handles = await readFixture(VERSION, 'handles.json')
  recorded = await readFixture(VERSION, 'facts.json')
  upgraded = await emptyDatabase(templateUrl())
  await loadFixture(upgraded.url, VERSION)
  const { pool, close } = openDatabase(upgraded.url, { poolSize: 1, log: silentLog })
  before = {
    summary: await summarize(pool, 'before'),
    rows: await runChecks(pool, 'before', rowChecks),
    totals: await runChecks(pool, 'before', totalChecks),
  }
  await migrate(pool)
  // Tests clone this database, and PostgreSQL clones only databases without connections.
  await close()
})

afterAll(() => upgraded.drop())

/** Starts the current version on a copy of the upgraded database, half an hour later. */
async function upgradedShop(): Promise<TestShop> {
  const { url, drop } = await cloneDatabase(upgraded.url)
  onTestFinished(drop)
  const shop = await openShop({ databaseUrl: url, now: handles.now })
  shop.clock.advance(30 * 60_000)
  return shop
}

function browserWith(shop: TestShop, cookies: Record<string, string>): Buyer {
  const browser = shop.buyer()
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
  return browser
}

async function signInStaff(shop: TestShop): Promise<Buyer> {
  const staff = shop.buyer()
  const { status } = await staff.call('POST', apiPaths.adminLogin, handles.staff)
  expect(status).toBe(200)
  return staff
}

test('the fixture has rows in every status', () => {
  const firstColumn = (name: string) => [
    ...new Set(recorded[name]?.map((line) => line.split(' | ')[0] ?? '')),
  ]
  expect(firstColumn('subscriptions by status')).toEqual([
    'active',
    'cancelled',
    'past_due',
    'paused',
  ])
  expect(recorded['subscriptions paused by a dispute']).not.toEqual(['0'])
  const cycles = recorded['cycles by status']?.map((line) => line.replace(/ \| \d+$/, ''))
  expect(cycles).toEqual([
    'charging | -',
    'failed | -',
    'ordered | -',
    'paid | -',
    'planned | -',
    'skipped | customer',
    'skipped | missed',
    'skipped | missed_delivered',
    'skipped | paused',
    'skipped | product_gone',
    'skipped | staff',
    'skipped | unpaid_before',
    'unpaid | -',
    'void | cancelled',
    'void | erased',
    'void | order_cancelled',
  ])
  expect(firstColumn('refunds by status')).toEqual(['failed', 'requested', 'succeeded'])
  expect(firstColumn('disputes by state')).toEqual(['lost', 'open', 'won'])
  expect(recorded['payments to apply again']).toEqual(['1 | 1'])
  expect(firstColumn('emails by status')).toEqual(['dropped', 'sent', 'waiting'])
  expect(firstColumn('audit log by actor')).toEqual(['customer', 'staff', 'system', 'unknown'])
  expect(recorded['deferred effects by kind']?.map((line) => line.split(' | ')[1])).toEqual([
    'false',
    'true',
  ])
  expect(firstColumn('checkouts by end')).toEqual(['declined', 'expired', 'paid', '-'])
  expect(firstColumn('stops by status')).toEqual([
    'cancelled',
    'completed',
    'in-progress',
    'pending',
  ])
})

test('the loaded fixture matches its recorded summary', () => {
  expect(before.summary).toEqual(recorded)
})

test('an upgrade from 0.1.0 preserves all counts, amounts, statuses, dates and numbers', async () => {
  const shop = await upgradedShop()
  const { pool } = shop.deps

  expect(await runChecks(pool, 'after', totalChecks)).toEqual(before.totals)
  const rows = await runChecks(pool, 'after', rowChecks)
  for (const [name, lines] of Object.entries(before.rows)) {
    expect({ [name]: rows[name] }).toEqual({ [name]: lines })
  }
})

test('one-tap links emailed before the upgrade still work', async () => {
  const shop = await upgradedShop()
  const tap = async (method: 'GET' | 'POST', token: string) => {
    const path = fillPath(apiPaths.oneTap, { token })
    const { status, body } = await shop.buyer().call<OneTap>(method, path)
    expect(status).toBe(200)
    return body.isDone
  }
  for (const link of ['skip', 'moreBottles', 'pause'] as const) {
    const token = handles.links[link]
    expect([link, await tap('GET', token)]).toEqual([link, false])
    expect([link, await tap('POST', token)]).toEqual([link, true])
  }
  expect([await tap('GET', handles.links.used), await tap('POST', handles.links.used)]).toEqual([
    true,
    true,
  ])

  const getSubscription = async (email: string) => {
    const browser = await customerBrowser(shop, email)
    return (await browser.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]
  }
  const skipped = (await getSubscription('ana@example.com'))?.calendar.find(
    ({ cycle }) => cycle === 4,
  )
  expect(skipped).toMatchObject({ date: '2026-04-02', status: 'skipped', reason: 'customer' })
  expect((await getSubscription('mia@example.com'))?.items).toMatchObject([{ quantity: 3 }])
  expect(await getSubscription('eli@example.com')).toMatchObject({
    status: 'paused',
    pausedUntil: '2026-04-30',
  })
})

test('sessions, login links and calendar feeds from before the upgrade still work', async () => {
  const shop = await upgradedShop()
  const me = (browser: Buyer) => browser.call<{ user?: object }>('GET', apiPaths.me)
  const customer = browserWith(shop, handles.cookies.customer)
  expect((await me(customer)).body.user).toMatchObject({ email: handles.customerEmail })
  const staff = browserWith(shop, handles.cookies.staff)
  expect((await staff.call('GET', apiPaths.adminInsights)).status).toBe(200)
  const calendar = fillPath(apiPaths.calendar, { token: handles.links.calendar })
  expect((await shop.buyer().call<string>('GET', calendar)).body).toContain('BEGIN:VCALENDAR')
  const newBrowser = shop.buyer()
  shop.clock.set(handles.now)
  shop.clock.advance(60_000)
  expect((await followLink(newBrowser, handles.links.signIn)).status).toBe(200)
})

test('customers and staff from before the upgrade can log in', async () => {
  const shop = await upgradedShop()
  const customer = await customerBrowser(shop, handles.customerEmail)
  const { body } = await customer.call<Subscription[]>('GET', apiPaths.subscriptions)
  expect(body.map(({ id }) => id)).toEqual([handles.subscriptions.ana])
  const staff = await signInStaff(shop)
  const orders = await staff.call<unknown[]>('GET', apiPaths.adminOrders)
  expect([orders.status, orders.body.length]).toEqual([200, before.rows.orders?.length])
})

test('after an upgrade the engine charges renewals, and the books match the ledger', async () => {
  const shop = await upgradedShop()
  const staff = await signInStaff(shop)
  const { body: setAside } = await staff.call<SetAsidePayment[]>('GET', apiPaths.adminSetAside)
  for (const { orderId: id } of setAside) {
    const retried = await staff.call('POST', fillPath(apiPaths.adminSetAsideRetry, { id }))
    expect(retried.status).toBe(200)
  }
  await shop.runJob('payment.reconcile')
  await shop.runJob('order.runDeferredEffects')
  await runEngine(shop)
  const earlierCharges = await listProviderCharges(shop)
  for (const day of ['2026-03-31', '2026-04-01', '2026-04-02']) {
    shop.clock.set(`${day}T15:00:00Z`)
    await runEngine(shop)
  }

  const charged = (await listProviderCharges(shop)).length - earlierCharges.length
  expect(charged).toBeGreaterThan(3)
  expect((await audit(shop)).findings).toEqual([])
  const newYork = { calendar: defaultCalendar('America/New_York') }
  expect(await auditCycles(shop.deps.db, { clock: shop.clock, shop: newYork })).toEqual([])
})
