import { expect, onTestFinished, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { changeUntil, defaultCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { orderTotals } from '#contract/pricing.ts'
import { readConfig } from '#server/config/config.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import { startupBanner } from '#server/startup-banner.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { runEngine } from '#tests/support/subscriber.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo-customer.ts'
import { seedDemo } from './seed-demo.ts'
import { seedLoad } from './seed-load.ts'

type Row = {
  id: string
  status: string
  delivery_status: string
  delivery_date: string
  is_recurring: boolean
  recurring_frequency: string | null
  parent_order_id: string | null
  invoice_number: number | null
  created_at: Date
  confirmed_at: Date | null
  cancelled_at: Date | null
  subtotal_cents: number
  discount_cents: number
  total_cents: number
  payment: string | null
  amount_cents: number | null
  items: { priceCents: number; quantity: number }[]
}

const demo = { SEED: 'demo' }
const calendar = defaultCalendar('America/New_York')

const ordersOf = (shop: TestShop) =>
  shop.sql<Row>(
    `select o.*, p.status as payment, p.amount_cents,
       (select json_agg(json_build_object('priceCents', price_cents, 'quantity', quantity))
        from order_items i where i.order_id = o.id) as items
     from orders o left join payments p on p.order_id = o.id order by o.confirmed_at, o.id`,
  )

const countOf = async (shop: TestShop, table: string) =>
  (await shop.sql<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

async function expectGaplessInvoices(shop: TestShop) {
  const numbers = (await ordersOf(shop)).flatMap(({ invoice_number: n }) => (n ? [n] : []))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, place) => place + 1))
  expect(await shop.sql('select last_number from invoice_counter')).toEqual([
    { last_number: numbers.length },
  ])
  return numbers
}

async function expectTrueCounters(shop: TestShop) {
  const kept = await shop.sql<{ name: string; n: number }>(
    'select name, sum(n)::int as n from counters group by name having sum(n) <> 0 order by name',
  )
  const counted = await shop.sql<{ name: string; n: number }>(
    `select 'customers' as name, count(*)::int as n from customers
     union all select 'orders', count(*)::int from orders
     union all select 'schedules:' || status, count(*)::int from schedules group by status
     order by name`,
  )
  expect(kept).toEqual(counted)
}

test('the first start creates a consistent demo shop without due background work', async () => {
  const shop = await openShop({ env: demo, seed: 'living' })

  expect(await countOf(shop, 'orders')).toBe(482)
  expect(await countOf(shop, 'customers')).toBeGreaterThan(45)
  expect(await countOf(shop, 'trucks')).toBe(4)
  expect(await countOf(shop, 'schedules')).toBeGreaterThan(40)
  expect(await countOf(shop, 'emails')).toBe(0)
  await expectTrueCounters(shop)

  const before = await audit(shop)
  expect(before.findings).toEqual([])
  expect(before.ordersPaid).toBeGreaterThan(380)
  expect(before.refundedCents).toBeGreaterThan(0)
  const orders = await ordersOf(shop)
  for (const name of [
    'payment.reconcile',
    'payment.expire',
    'refund.send',
    'email.send',
  ] as const) {
    await shop.runJob(name)
  }
  expect(await ordersOf(shop)).toEqual(orders)
  expect(await audit(shop)).toEqual(before)
})

test('I8, rule 8: every total matches the pricing, and invoice numbers follow confirmation order', async () => {
  const shop = await openShop({ env: demo, seed: 'sums' })

  const orders = await ordersOf(shop)
  for (const order of orders) {
    const isDiscounted = order.is_recurring || order.parent_order_id !== null
    const { subtotal_cents: subtotalCents, discount_cents: discountCents } = order
    expect(orderTotals(order.items, isDiscounted)).toEqual({
      subtotalCents,
      discountCents,
      totalCents: order.total_cents,
    })
    if (order.payment) expect(order.amount_cents).toBe(order.total_cents)
    expect(order.invoice_number !== null).toBe(order.confirmed_at !== null)
  }
  const numbers = await expectGaplessInvoices(shop)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(orders.map(({ id }) => id.slice(0, 8))).size).toBe(orders.length)
  const firsts = orders.filter(({ is_recurring }) => is_recurring)
  expect(firsts.length).toBeGreaterThan(20)
  for (const { parent_order_id: parent } of orders) {
    if (parent) expect(firsts.some(({ id }) => id === parent)).toBe(true)
  }
})

test.each([
  ['2026-03-02T15:00:00Z', 'a morning'],
  ['2026-07-19T04:20:00Z', 'twenty past midnight'],
  ['2026-07-18T09:30:00Z', 'before the morning charges'],
  ['2025-11-02T04:10:00Z', 'the night on which the clocks go back'],
])('at %s, %s, every status agrees with its date', async (now) => {
  const shop = await openShop({ env: demo, seed: now, now })
  const today = shopDate(calendar, shop.clock.now())

  const orders = await ordersOf(shop)
  for (const order of orders) {
    expect(order.created_at <= shop.clock.now()).toBe(true)
    expect(shopDate(calendar, order.created_at) < order.delivery_date).toBe(true)
    const isOver = order.delivery_date < today
    const { status, delivery_status: delivery, payment, cancelled_at: cancelledAt } = order
    if (status === 'pending') {
      expect([delivery, payment ?? 'pending']).toEqual(['scheduled', 'pending'])
      expect(isOver).toBe(false)
    } else if (status === 'cancelled' && !order.is_recurring) {
      expect(delivery).toBe('scheduled')
      expect(['refunded', 'failed']).toContain(payment)
      const cutoff = changeUntil(calendar, order.delivery_date)
      if (payment === 'refunded') expect((cancelledAt ?? cutoff) < cutoff).toBe(true)
    } else {
      expect(['paid', 'due']).toContain(payment)
      if (order.delivery_date > today) expect(delivery).toBe('scheduled')
      if (order.delivery_date === today) expect(delivery).toBe('in-transit')
      if (isOver) expect(['delivered', 'failed']).toContain(delivery)
      const isCompleted = delivery === 'delivered' && !order.is_recurring
      expect(status === 'completed').toBe(isCompleted)
    }
  }
  const later = orders.filter((order) => order.parent_order_id !== null)
  const unpaid = orders.filter((order) => order.payment === 'pending' && !later.includes(order))
  expect(unpaid.map(({ created_at }) => shopDate(calendar, created_at))).toEqual([today])
  expect((await audit(shop)).findings).toEqual([])
  const { db, clock } = shop.deps
  expect(await auditCycles(db, { clock, shop: { calendar } })).toEqual([])
  await expectStaffHaveWork(shop, today)
})

async function expectStaffHaveWork(shop: TestShop, today: string) {
  const schedules = await shop.sql<{ status: string; scheduled_date: string; lost: boolean }>(
    `select s.status, scheduled_date, truck_id is not null and t.id is null as lost
     from schedules s left join trucks t on t.id = s.truck_id`,
  )
  const of = (wanted: string) => schedules.filter(({ status }) => status === wanted)
  expect(of('completed').every(({ scheduled_date: date }) => date < today)).toBe(true)
  expect(of('in-progress').every(({ scheduled_date: date }) => date === today)).toBe(true)
  expect(of('pending').every(({ scheduled_date: date }) => date >= today)).toBe(true)
  expect(of('in-progress').length).toBeGreaterThanOrEqual(3)
  expect(of('pending').length).toBeGreaterThanOrEqual(8)
  expect(of('cancelled').length).toBeGreaterThanOrEqual(1)
  expect(schedules.filter(({ lost }) => lost)).toMatchObject([{ status: 'pending' }])
  const [{ n = 0 } = {}] = await shop.sql<{ n: number }>(
    `select count(*) as n from orders o where status = 'confirmed' and delivery_date > $1
     and not exists (select from schedules s where s.order_id = o.id)`,
    [today],
  )
  expect(n).toBeGreaterThanOrEqual(3)
}

test('demo data is created once, even if two processes start concurrently', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const start = (seed: string) => openShop({ env: demo, databaseUrl: database.url, seed })
  const [first, second] = await Promise.all([start('one'), start('other')])
  const orders = await ordersOf(first)
  expect(orders).toHaveLength(482)
  expect(await ordersOf(second)).toEqual(orders)

  const again = await start('again')
  expect(await ordersOf(again)).toEqual(orders)
  expect(await countOf(again, 'trucks')).toBe(4)
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
    expect(await countOf(shop, table)).toBe(0)
  }

  await seedDemo({ ...deps, random })
  expect(await countOf(shop, 'orders')).toBe(482)
})

test('a shop with orders is not seeded, and another provider gets only trucks', async () => {
  const used = await openShop()
  await used.buyer().place()
  const { db, clock, random } = used.deps
  const deps = { clock, random, calendar, fingerprintKey: undefined }
  await seedDemo({ ...deps, db })
  expect([await countOf(used, 'orders'), await countOf(used, 'trucks')]).toEqual([1, 0])

  const fresh = await openShop()
  await seedDemo({ ...deps, db: fresh.deps.db })
  expect([await countOf(fresh, 'orders'), await countOf(fresh, 'trucks')]).toEqual([0, 4])
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

test('demo subscriptions renew: orders are created and charged, and the books agree', async () => {
  const shop = await openShop({ env: demo, seed: 'living on' })
  const paid = async () =>
    (await shop.sql<{ n: number }>("select count(*) as n from cycles where status = 'paid'"))[0]?.n

  const before = (await paid()) ?? 0
  const due = await shop.sql('select 1 from cycles where date <= $1 and status = $2', [
    '2026-03-12',
    'ordered',
  ])
  for (const day of ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12']) {
    shop.clock.set(`2026-03-${day}T15:00:00Z`)
    await runEngine(shop)
  }

  expect(await shop.sql("select reason from cycles where status = 'skipped'")).toEqual([])
  expect(await paid()).toBeGreaterThanOrEqual(before + Math.max(5, due.length))
  expect(await auditCycles(shop.deps.db, shop.deps)).toEqual([])
  expect((await audit(shop)).findings).toEqual([])
})

test('load data on top of demo data keeps books, counters and invoice numbers consistent', async () => {
  const shop = await openShop({ env: demo })
  const { sandbox, ...deps } = shop.deps
  const progress: number[] = []
  const fingerprintKey = sandbox?.secretKey ?? ''
  await seedLoad({ ...deps, calendar, fingerprintKey }, 1500, (added) => progress.push(added))

  expect(progress.at(-1)).toBe(1500)
  expect(await countOf(shop, 'orders')).toBe(1982)
  expect((await audit(shop)).findings).toEqual([])
  await expectGaplessInvoices(shop)
  await expectTrueCounters(shop)
})
