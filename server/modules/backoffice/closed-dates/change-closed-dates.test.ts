import { expect, test } from 'vitest'
import { addDays } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import {
  buyFor,
  closeDates,
  readDeliveryDate,
  reopenDate,
} from '#tests/support/orders/closed-dates.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, runEngine, subscribe } from '#tests/support/subscriber.ts'

test('a delivery planned by another process for a date that was just closed is moved later', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await closeDates(staff, ['2026-03-05'])
  const orderId = await buyFor(shop, '2026-03-06')
  await shop.sql("update orders set delivery_date = '2026-03-05' where id = $1", [orderId])

  await shop.runJob('delivery.clearClosedDates')

  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-06')
  expect(await shop.sql("select actor from audit_entries where action = 'order.moved'")).toEqual([
    { actor: 'system' },
  ])
})

test('reopening moves no order back, and deliveries without an order return to their date', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyFor(shop, '2026-03-12')
  const { id } = await subscribe(shop)
  const nextDate = async () =>
    (
      await shop.sql<{ date: string }>(
        'select next_date::text date from subscriptions where id = $1',
        [id],
      )
    )[0]?.date
  const closed = await closeDates(staff, ['2026-03-12'])
  expect(closed.body.counts).toMatchObject({ moved: 1, subscriptions: 1 })
  expect(await nextDate()).toBe('2026-03-13')

  const preview = await reopenDate(staff, '2026-03-12', 'preview=true&version=2')
  expect(preview.body.counts).toMatchObject({ moved: 0, subscriptions: 1 })
  expect(await nextDate()).toBe('2026-03-13')
  const { body } = await reopenDate(staff, '2026-03-12', 'version=2')

  expect(body.settings).toMatchObject({ version: 3, calendar: { closedDates: [] } })
  expect(await nextDate()).toBe('2026-03-12')
  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-13')
  expect((await reopenDate(staff, '2026-03-12')).status).toBe(404)
})

test('of two owners who close dates from one version, one is asked to review', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const replies = await Promise.all(
    ['2026-03-05', '2026-03-06', '2026-03-07'].map((date) =>
      closeDates(staff, [date], { version: 1 }),
    ),
  )

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(shop.deps.shop.calendar.closedDates).toHaveLength(1)
})

const openForRejected = openOnce(async () => {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
})

test.each([
  ['a past date', ['2026-03-01'], 'Choose a date from today on'],
  ['a date more than two years ahead', ['2028-03-03'], 'no later than'],
  ['a date that does not exist', ['2026-02-30'], 'Choose a date'],
  ['no date', [], 'Choose a date'],
])('%s is rejected and closes nothing', async (_, dates, message) => {
  const { shop, staff } = await openForRejected()

  const { status, body } = await closeDates(staff, dates)

  expect([status, body]).toMatchObject([400, { message: expect.stringContaining(message) }])
  expect(shop.deps.shop.calendar.closedDates ?? []).toEqual([])
})

test('AU1: at most 200 dates are closed', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const month = (n: number) =>
    Array.from(
      { length: 28 },
      (_, day) => `2027-${String(n).padStart(2, '0')}-${String(day + 1).padStart(2, '0')}`,
    )
  for (let n = 1; n <= 7; n += 1) expect((await closeDates(staff, month(n))).status).toBe(200)

  const { status, body } = await closeDates(staff, month(8))

  expect([status, body]).toMatchObject([400, { message: 'You can close up to 200 dates' }])
  expect(shop.deps.shop.calendar.closedDates).toHaveLength(196)
})

test('closed dates reach every process, and a change of the calendar keeps them', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await closeDates(staff, ['2026-03-05'])
  const period = {
    from: '2026-03-20',
    timeZone: 'America/New_York',
    dayStartHour: 9,
    cutoffHours: 48,
    chargeHour: 7,
    reminderDays: 5,
  }

  await staff.call('POST', apiPaths.adminSettingsCalendar, period)

  expect(shop.deps.shop.calendar).toMatchObject({
    periods: [{}, { from: '2026-03-20' }],
    closedDates: [{ date: '2026-03-05', name: 'Holiday' }],
  })
  const html = await (await fetch(`${shop.url}/checkout`)).text()
  expect(html).toContain('2026-03-05')
})

test('an order that cannot be moved blocks neither the others nor the answer', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await buyFor(shop, '2026-03-10'))
  await shop.sql(`create function fail_move() returns trigger language plpgsql as $$ begin
    if new.id = '${ids[0]}' and new.delivery_date <> old.delivery_date then
      raise exception 'cannot be moved'; end if; return new; end $$`)
  await shop.sql(
    'create trigger fail_move before update on orders for each row execute function fail_move()',
  )

  const { status } = await closeDates(staff, ['2026-03-10'])
  expect(status).toBe(200)
  expect(await Promise.all(ids.map((id) => readDeliveryDate(shop, id)))).toEqual([
    '2026-03-10',
    ...Array(5).fill('2026-03-11'),
  ])

  await shop.sql('drop trigger fail_move on orders')
  await shop.runJob('delivery.clearClosedDates')
  expect(await readDeliveryDate(shop, ids[0] ?? '')).toBe('2026-03-11')
})

test('a closure of months sends one email about the deliveries that are skipped', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id } = await subscribe(shop)
  const dates = Array.from({ length: 62 }, (_, n) => addDays('2026-03-06', n))
  for (const part of [dates.slice(0, 31), dates.slice(31)]) await closeDates(staff, part)

  shop.clock.set('2026-05-05T15:00:00Z')
  await runEngine(shop)

  const states = await shop.sql<{ status: string; n: number }>(
    'select status, count(*)::int n from cycles where subscription_id = $1 group by 1 order by 1',
    [id],
  )
  expect(states).toEqual([
    { status: 'ordered', n: 1 },
    { status: 'skipped', n: 8 },
  ])
  expect(await emailsOfKind(shop, 'delivery_skipped')).toHaveLength(1)
  expect(await emailsOfKind(shop, 'delivery_reminder')).toHaveLength(1)
})
