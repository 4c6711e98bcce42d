import { expect, onTestFinished, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { apiPaths } from '#contract/paths.ts'
import { readConfig } from '#server/config/config.ts'
import { startupBanner } from '#server/startup-banner.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { calendar, countRows, demo, readOrders } from '#tests/support/demo/seeded-rows.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo-customer.ts'
import { seedDemo } from './seed-demo.ts'

test('demo data is created once, even if two processes start concurrently', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const start = (seed: string) => openShop({ env: demo, databaseUrl: database.url, seed })
  const [first, second] = await Promise.all([start('one'), start('other')])
  const orders = await readOrders(first)
  expect(orders).toHaveLength(482)
  expect(await readOrders(second)).toEqual(orders)

  const again = await start('again')
  expect(await readOrders(again)).toEqual(orders)
  expect(await countRows(again, 'trucks')).toBe(4)
})

test('a crash while seeding leaves nothing, and the next start seeds everything', async () => {
  const shop = await openShop()
  const { db, clock, sandbox } = shop.deps
  const random = seededRandom('dies')
  let drawn = 0
  const dying = {
    ...random,
    uuid: () => {
      drawn += 1
      if (drawn > 2300) throw new Error('killed')
      return random.uuid()
    },
  }
  const deps = { db, clock, calendar, fingerprintKey: sandbox?.secretKey }
  await expect(seedDemo({ ...deps, random: dying })).rejects.toThrow('killed')
  for (const table of ['orders', 'customers', 'trucks', 'sandbox.objects']) {
    expect(await countRows(shop, table)).toBe(0)
  }

  await seedDemo({ ...deps, random })
  expect(await countRows(shop, 'orders')).toBe(482)
})

test('a shop with orders is not seeded, and another provider gets only trucks', async () => {
  const used = await openShop()
  await used.buyer().place()
  const { db, clock, random } = used.deps
  const deps = { clock, random, calendar, fingerprintKey: undefined }
  await seedDemo({ ...deps, db })
  expect([await countRows(used, 'orders'), await countRows(used, 'trucks')]).toEqual([1, 0])

  const fresh = await openShop()
  await seedDemo({ ...deps, db: fresh.deps.db })
  expect([await countRows(fresh, 'orders'), await countRows(fresh, 'trucks')]).toEqual([0, 4])
})

test('the same seed and time create the same shop, and no email address is real', async () => {
  const [first, second] = [
    await openShop({ env: demo, seed: 'same' }),
    await openShop({ env: demo, seed: 'same' }),
  ]
  const selectCustomers = 'select name, email, phone, created_at from customers order by email'
  const customers = await first.sql<{ email: string; phone: string }>(selectCustomers)
  expect(await second.sql(selectCustomers)).toEqual(customers)
  for (const { email, phone } of customers) {
    if (email !== DEMO_CUSTOMER_EMAIL) expect(email).toMatch(/^[a-z.\d]+@example\.(com|org|net)$/)
    expect(phone).toMatch(/^845-555-01\d\d$/)
  }
})

test('the demo customer logs in and has orders, invoices and a weekly subscription', async () => {
  const shop = await openShop({ env: demo })
  const browser = await customerBrowser(shop, DEMO_CUSTOMER_EMAIL)

  const { body: orders } = await browser.call<CustomerOrder[]>('GET', apiPaths.customerOrders)
  expect(orders.length).toBeGreaterThan(5)
  const active = orders.filter(({ isRecurring, status }) => isRecurring && status === 'confirmed')
  const refunded = { recurringFrequency: 'weekly', cancelEffect: 'cancelled_and_refunded' }
  expect(active).toMatchObject([refunded])
  expect(orders.every(({ invoiceNumber }) => invoiceNumber.startsWith('INV-'))).toBe(true)
  const banner = startupBanner(readConfig({}), shop.deps.shop, 3000)
  expect(banner).toContain(`Customer: ${DEMO_CUSTOMER_EMAIL}`)
})
