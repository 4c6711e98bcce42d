import { expect, test } from 'vitest'
import { changeUntil, shopDate } from '#contract/dates/shop-calendar.ts'
import { orderTotals } from '#contract/pricing.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import {
  calendar,
  countRows,
  demo,
  expectGaplessInvoices,
  expectTrueCounters,
  readOrders,
} from '#tests/support/demo/seeded-rows.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { runEngine } from '#tests/support/subscriber.ts'

test('the first start creates a consistent demo shop without due background work', async () => {
  const shop = await openShop({ env: demo, seed: 'living' })

  expect(await countRows(shop, 'orders')).toBe(482)
  expect(await countRows(shop, 'customers')).toBeGreaterThan(45)
  expect(await countRows(shop, 'trucks')).toBe(4)
  expect(await countRows(shop, 'schedules')).toBeGreaterThan(40)
  expect(await countRows(shop, 'emails')).toBe(0)
  await expectTrueCounters(shop)

  const before = await audit(shop)
  expect(before.findings).toEqual([])
  expect(before.ordersPaid).toBeGreaterThan(380)
  expect(before.refundedCents).toBeGreaterThan(0)
  const orders = await readOrders(shop)
  for (const name of [
    'payment.reconcile',
    'payment.expire',
    'refund.send',
    'email.send',
  ] as const) {
    await shop.runJob(name)
  }
  expect(await readOrders(shop)).toEqual(orders)
  expect(await audit(shop)).toEqual(before)
})

test('I8, rule 8: every total matches the pricing, and invoice numbers follow confirmation order', async () => {
  const shop = await openShop({ env: demo, seed: 'sums' })

  const orders = await readOrders(shop)
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

  const orders = await readOrders(shop)
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
  const withStatus = (wanted: string) => schedules.filter(({ status }) => status === wanted)
  expect(withStatus('completed').every(({ scheduled_date: date }) => date < today)).toBe(true)
  expect(withStatus('in-progress').every(({ scheduled_date: date }) => date === today)).toBe(true)
  expect(withStatus('pending').every(({ scheduled_date: date }) => date >= today)).toBe(true)
  expect(withStatus('in-progress').length).toBeGreaterThanOrEqual(3)
  expect(withStatus('pending').length).toBeGreaterThanOrEqual(8)
  expect(withStatus('cancelled').length).toBeGreaterThanOrEqual(1)
  expect(schedules.filter(({ lost }) => lost)).toMatchObject([{ status: 'pending' }])
  const [{ n = 0 } = {}] = await shop.sql<{ n: number }>(
    `select count(*) as n from orders o where status = 'confirmed' and delivery_date > $1
     and not exists (select from schedules s where s.order_id = o.id)`,
    [today],
  )
  expect(n).toBeGreaterThanOrEqual(3)
}

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
