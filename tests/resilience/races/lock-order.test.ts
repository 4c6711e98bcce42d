import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot } from '#contract/staff/backoffice.ts'
import { DECLINED_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { NEW_ADDRESS } from '#tests/support/orders/new-address.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const ORDER = ['subscriptions', 'orders', 'payments', 'schedules']
const LOCKING = new RegExp(
  `(?:^\\s*(?:update|delete from)|\\bfrom)\\s+"(${ORDER.join('|')})"(?=[\\s\\S]*)`,
  'i',
)

/** Returns the table that this statement locks, if it is part of the lock order. */
function lockedTables(text: string): string | undefined {
  const isWrite = /^\s*(update|delete)/i.test(text)
  const isLock = /for (no key )?update/i.test(text)
  return isWrite || isLock ? LOCKING.exec(text)?.[1] : undefined
}

/** Records the order in which each transaction of this process locks tables. */
function recordLocks() {
  const open = new WeakMap<pg.Client, string[]>()
  const paths = new Map<string, number>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    if (/^begin/i.test(text)) open.set(this, [])
    const locks = open.get(this)
    const table = lockedTables(text)
    if (locks && table && !locks.includes(table)) locks.push(table)
    if (/^commit/i.test(text) && locks) {
      const path = locks.join(' > ')
      paths.set(path, (paths.get(path) ?? 0) + 1)
      open.delete(this)
    }
    return Reflect.apply(query, this, args)
  } as typeof query
  onTestFinished(() => {
    pg.Client.prototype.query = query
  })
  const inverted = () =>
    [...paths.keys()].filter((path) => {
      const ranks = path.split(' > ').map((table) => ORDER.indexOf(table))
      return ranks.some((rank, n) => n > 0 && rank < (ranks[n - 1] ?? 0))
    })
  return { paths, inverted }
}

async function orderIds(shop: TestShop, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const buyer = shop.buyer()
    ids.push((await buyer.buy(buyer.submission({ customerEmail: `b${n}@example.com` }))).orderId)
  }
  await shop.deliverPending()
  return ids
}

/** The next delivery has a stop while the customer moves, re-addresses, skips and cancels it. */
async function changeScheduled(shop: TestShop, id: string): Promise<void> {
  shop.clock.set('2026-03-16T15:00:00Z')
  await runEngine(shop)
  const orderId = (await getCycles(shop, id)).at(-1)?.order_id
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop, 'ana@example.com')
  const path = fillPath(apiPaths.changeSubscription, { id })
  for (const change of [
    { type: 'move', cycle: 2, date: '2026-03-20' },
    { type: 'change', address: NEW_ADDRESS },
    { type: 'skip', cycle: 2 },
    { type: 'unskip', cycle: 2 },
    // The subscription is cancelled after this, with its last stop still pending.
    { type: 'resume' },
  ]) {
    await runEngine(shop)
    const form = { orderId, scheduledDate: '2026-03-19' }
    expect((await staff.call('POST', apiPaths.adminSchedules, form)).status).toBe(201)
    const response = await ana.call('POST', path, change)
    expect([change.type, response.status, response.body.code]).toEqual([
      change.type,
      200,
      undefined,
    ])
  }
}

test('every transaction locks subscription, order, payment, schedule in this order', async () => {
  const shop = await openShop()
  const { paths, inverted } = recordLocks()

  // Orders: placed, changed, declined, expired.
  const [once = '', other = '', third = ''] = await orderIds(shop, 3)
  const eve = shop.buyer()
  const { clientSecret } = (await eve.startCheckout()).body
  await eve.place()
  await eve.place(eve.submission({ customerName: 'Eve Corrected' }))
  for (let n = 0; n < 3; n++) await eve.confirm(clientSecret, DECLINED_CARD)
  await shop.deliverPending()
  await shop.runJob('payment.cancelDeclined')

  // Staff: status, cancellation with refund, bulk update with undo, all schedule changes.
  const staff = await staffBrowser(shop)
  const order = (id: string) => fillPath(apiPaths.adminOrder, { id })
  await staff.call('PATCH', order(once), { deliveryStatus: 'in-transit' })
  await staff.call('PATCH', order(third), { status: 'cancelled', refund: true })
  const bulk = await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, {
    ids: [once, other],
    status: 'cancelled',
  })
  await staff.call('POST', apiPaths.adminOrdersUndo, { orders: bulk.body })
  const scheduled = await staff.call<Schedule[]>('POST', apiPaths.adminSchedulesBulk, {
    orderIds: [once, other],
    scheduledDate: '2026-03-05',
  })
  expect(scheduled.status).toBe(201)
  const [first, second] = scheduled.body
  const schedule = (id = '') => fillPath(apiPaths.adminSchedule, { id })
  await staff.call('PATCH', schedule(first?.id), { status: 'completed' })
  await staff.call('PATCH', schedule(second?.id), { orderId: once, status: 'in-progress' })
  await staff.call('POST', apiPaths.adminSchedulesUndo, { schedules: [first] })
  await staff.call('DELETE', schedule(second?.id))
  await shop.runJob('refund.send')

  // Subscription: renewed, declined, paid manually, disputed, cancelled, customer erased.
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-12T13:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  expect(cycle?.status).toBe('paid')
  const ana = await customerBrowser(shop, 'ana@example.com')
  await changeScheduled(shop, id)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  const another = await subscribe(shop, { customerEmail: 'bo@example.com' })
  const bo = await customerBrowser(shop, 'bo@example.com')
  await (await staffBrowser(shop)).call('PATCH', order(another.id), { status: 'cancelled' })
  await ana.call('DELETE', apiPaths.personalData)
  await bo.call('DELETE', apiPaths.personalData)
  await runEngine(shop)
  shop.clock.advance(2 * 86_400_000)
  await shop.runJob('payment.reconcile')
  await shop.runJob('payment.expire')

  expect(inverted()).toEqual([])
  // The recording must include all of these tables.
  expect([...paths.keys()]).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^subscriptions > orders > payments/),
      expect.stringMatching(/^orders > schedules/),
      expect.stringMatching(/^subscriptions > orders > payments > schedules/),
    ]),
  )
})

test('a payment that settles while staff change the same order causes no deadlock', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const rounds = 12
  for (let round = 0; round < rounds; round++) {
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place(ana.submission({ isRecurring: true }))).body
    const path = fillPath(apiPaths.adminOrder, { id: orderId })
    const responses = await Promise.all([
      ana.confirm(clientSecret),
      ana.order(orderId),
      shop.runJob('payment.reconcile').then(() => ({ status: 200 })),
      staff.call('PATCH', path, { status: round % 2 === 0 ? 'confirmed' : 'cancelled' }),
      staff.call('PATCH', path, { deliveryStatus: 'in-transit' }),
    ])
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await shop.deliverPending()
  }
  expect(await shop.sql('select 1 from payments where settle_failures > 0')).toEqual([])
})
