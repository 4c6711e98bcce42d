import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings } from '#contract/staff/settings.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { buyFor, closeDates, readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  emailsOfKind,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'

test('rule 34: checkout offers no closed date and names the next open one', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await closeDates(staff, ['2026-03-05', '2026-03-06'])
  const buyer = shop.buyer()

  const { status, body } = await buyer.place(buyer.submission({ deliveryDate: '2026-03-05' }))

  expect([status, body]).toMatchObject([
    409,
    {
      code: 'closed_date',
      fields: {
        deliveryDate:
          "We're closed on Thursday, March 5, 2026 (Holiday). The next open date is Saturday, March 7, 2026.",
      },
    },
  ])
  expect(await shop.sql('select id from orders')).toEqual([])
  expect((await buyer.place(buyer.submission({ deliveryDate: '2026-03-07' }))).status).toBe(201)
})

test('rule 34: a preview names every delivery with its new date and saves nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyFor(shop, '2026-03-05')
  await buyFor(shop, '2026-03-07')

  const { body } = await closeDates(staff, ['2026-03-05', '2026-03-06'], {
    preview: true,
    version: 1,
  })

  expect(body.counts).toMatchObject({ moved: 1, skipped: 0, inTransit: 0 })
  expect(body.deliveries).toMatchObject([
    { orderId, from: '2026-03-05', to: '2026-03-07', outcome: 'moved' },
  ])
  expect(body.settings.calendar.closedDates).toHaveLength(2)
  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-05')
  const { body: settings } = await staff.call<Settings>('GET', apiPaths.adminSettings)
  expect(settings).toMatchObject({ version: 1, calendar: { closedDates: [] } })
})

test('rule 34: closing moves deliveries, past their cut-off too, with audit entry and one email', async () => {
  const shop = await openShop()
  const orderId = await buyFor(shop, '2026-03-05')
  shop.clock.set('2026-03-05T11:00:00Z')
  const staff = await staffBrowser(shop)

  const { status, body } = await closeDates(staff, ['2026-03-05'], { version: 1 })
  await shop.runJob('delivery.clearClosedDates')
  await shop.runJob('email.send')

  expect([status, body.settings.version]).toEqual([200, 2])
  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-06')
  const entries = await shop.sql(
    "select staff_email, before, after from audit_entries where action = 'order.moved'",
  )
  expect(entries).toEqual([
    {
      staff_email: STAFF.email,
      before: { deliveryDate: '2026-03-05' },
      after: { deliveryDate: '2026-03-06', closedFor: 'Holiday' },
    },
  ])
  const moved = (await shop.mailbox()).filter(({ subject }) => subject.includes('moved'))
  expect(moved.map(({ subject }) => subject)).toEqual([
    'Your delivery moved to Friday, March 6, 2026',
  ])
  expect(moved[0]?.text).toContain('closed on Thursday, March 5, 2026 (Holiday)'.replace("'", '’'))
  const settings = await shop.sql(
    "select after from audit_entries where action = 'settings.updated'",
  )
  expect(settings).toEqual([{ after: { closedDates: 'Mar 5, 2026 (Holiday)' } }])
})

test('pending truck stops come off the plan, and a delivery on the road stays', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [waiting, early, out] = [
    await buyFor(shop, '2026-03-05'),
    await buyFor(shop, '2026-03-06'),
    await buyFor(shop, '2026-03-05'),
  ]
  const plan = (orderId: string, status: string) =>
    staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: '2026-03-05', status })
  await plan(waiting, 'pending')
  // Planned a day before the date that the customer chose.
  await plan(early, 'pending')
  await plan(out, 'in-progress')

  const { body } = await closeDates(staff, ['2026-03-05'])

  expect(body.counts).toMatchObject({ moved: 1, inTransit: 1, stops: 2 })
  expect(body.deliveries.find(({ orderId }) => orderId === out)).toMatchObject({
    from: '2026-03-05',
    to: '2026-03-05',
    outcome: 'in_transit',
  })
  expect([
    await readDeliveryDate(shop, waiting),
    await readDeliveryDate(shop, early),
    await readDeliveryDate(shop, out),
  ]).toEqual(['2026-03-06', '2026-03-06', '2026-03-05'])
  const stops = await shop.sql<{ id: string; status: string }>(
    'select order_id id, status from schedules',
  )
  expect(Object.fromEntries(stops.map(({ id, status }) => [id, status]))).toEqual({
    [waiting]: 'cancelled',
    [early]: 'cancelled',
    [out]: 'in-progress',
  })
  const again = await plan(waiting, 'pending')
  expect([again.status, again.body]).toMatchObject([409, { code: 'closed_date' }])
})

test('rule 34: a renewal on a closed date is delivered and charged on the next open one, once', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  await closeDates(staff, ['2026-03-12', '2026-03-13'])

  const [view] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  expect(view?.calendar.slice(0, 3).map(({ date }) => date)).toEqual([
    '2026-03-14',
    '2026-03-19',
    '2026-03-26',
  ])
  const feed = await (
    await fetch(new URL(view?.calendarUrl ?? '').href.replace(/^https?:\/\/[^/]+/, shop.url))
  ).text()
  expect(feed).toContain('DTSTART;VALUE=DATE:20260314')
  expect(feed).not.toContain('DTSTART;VALUE=DATE:20260312')

  await runOnDays(shop, '2026-03-09', '2026-03-10')
  expect(await getCycles(shop, id)).toEqual([])
  await runOnDays(shop, '2026-03-11', '2026-03-12', '2026-03-13')
  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'ordered' }])
  expect(await capturedCents(shop)).toHaveLength(1)
  await runOnDays(shop, '2026-03-14', '2026-03-16', '2026-03-19')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'paid' },
    { cycle: 2, status: 'paid' },
  ])
  const dates = await shop.sql('select date::text from cycles order by cycle')
  expect(dates).toEqual([{ date: '2026-03-14' }, { date: '2026-03-19' }])
  expect(await capturedCents(shop)).toHaveLength(3)
  expect((await audit(shop)).findings).toEqual([])
})

test('I5: of two renewals that land on one date, the later one is skipped once, with an email', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  const week = Array.from({ length: 8 }, (_, n) => `2026-03-${12 + n}`)
  await closeDates(staff, week)

  const [view] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  expect(view?.calendar.slice(0, 3)).toMatchObject([
    { cycle: 1, date: '2026-03-20', status: 'planned' },
    { cycle: 2, date: '2026-03-20', status: 'skipped', reason: 'closed_date', isEditable: false },
    { cycle: 3, date: '2026-03-26', status: 'planned' },
  ])
  await runOnDays(shop, '2026-03-12', '2026-03-17', '2026-03-18', '2026-03-20', '2026-03-21')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'paid' },
    { cycle: 2, status: 'skipped', reason: 'closed_date' },
  ])
  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await emailsOfKind(shop, 'delivery_skipped')).toHaveLength(1)
  const path = fillPath(apiPaths.changeSubscription, { id })
  const restored = await ana.call('POST', path, { type: 'unskip', cycle: 2 })
  expect(restored.status).toBe(409)
})

test('an ordered renewal moves with its charge, and a customer can’t choose a closed date', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const staff = await staffBrowser(shop)

  const { body } = await closeDates(staff, ['2026-03-12'])
  expect(body.deliveries).toMatchObject([{ from: '2026-03-12', to: '2026-03-13' }])
  const path = fillPath(apiPaths.changeSubscription, { id })
  const move = await ana.call<{ code: string }>('POST', path, {
    type: 'move',
    cycle: 1,
    date: '2026-03-12',
  })
  expect([move.status, move.body.code]).toEqual([409, 'closed_date'])
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(1)
  shop.clock.set('2026-03-13T15:00:00Z')
  await runEngine(shop)

  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await emailsOfKind(shop, 'delivery_moved')).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})
