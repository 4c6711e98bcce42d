import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { CalendarChange, CalendarResult, Settings } from '#contract/staff/settings.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openOnce, openShop, type TestShop } from '#tests/support/open-shop.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const change: CalendarChange = {
  from: '2026-03-06',
  timeZone: 'America/New_York',
  dayStartHour: 9,
  cutoffHours: 48,
  chargeHour: 7,
  reminderDays: 5,
}

const PATH = apiPaths.adminSettingsCalendar
const apply = (staff: Buyer, body: object) => staff.call<CalendarResult>('POST', PATH, body)
const preview = (staff: Buyer, body: object) =>
  staff.call<CalendarResult>('POST', `${PATH}?preview=true`, body)
const withdraw = (staff: Buyer, from: string) =>
  staff.call<CalendarResult>('DELETE', `${PATH}/${from}`)

async function placeFor(shop: TestShop, deliveryDate: string): Promise<string> {
  const buyer = shop.buyer()
  return (await buyer.place(buyer.submission({ deliveryDate }))).body.orderId
}

test('rule 34: a preview lists the open deliveries that change, and saves nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [before, first, second] = [
    await placeFor(shop, '2026-03-05'),
    await placeFor(shop, '2026-03-06'),
    await placeFor(shop, '2026-04-01'),
  ]

  const { status, body } = await preview(staff, { ...change, version: 1 })

  expect(status).toBe(200)
  expect(body.affectedCount).toBe(2)
  expect(body.affected.map(({ orderId }) => orderId)).toEqual([first, second])
  expect(body.affected[0]).toMatchObject({
    deliveryDate: '2026-03-06',
    changeUntil: { before: '2026-03-05T13:00:00.000Z', after: '2026-03-04T14:00:00.000Z' },
    chargedFrom: null,
  })
  expect(body.affected.some(({ orderId }) => orderId === before)).toBe(false)
  const { body: settings } = await staff.call<Settings>('GET', apiPaths.adminSettings)
  expect(settings).toMatchObject({ version: 1, calendar: { periods: [{ cutoffHours: 24 }] } })
})

test('rule 34: a change applies from its date on, and earlier deliveries keep their times', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const { body } = await apply(staff, { ...change, version: 1 })

  expect(body.settings.version).toBe(2)
  expect(body.settings.calendar.periods.map(({ from }) => from)).toEqual([
    '0001-01-01',
    '2026-03-06',
  ])
  const { shop: current } = shop.deps
  expect(current.cutoffHours).toBe('24')
  shop.clock.set('2026-03-06T15:00:00Z')
  expect(current.cutoffHours).toBe('48')
  const terms = await (await fetch(`${shop.url}/terms-of-service`)).text()
  expect(terms.replace(/<[^>]*>/g, '')).toContain('at least 48 hours before the next delivery')
})

test('rule 34: a renewal that is ordered already is charged at the new hour, once', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'ordered', date: '2026-03-12' }])
  const charged = await capturedCents(shop)

  const staff = await staffBrowser(shop)
  const earlier = { ...change, from: '2026-03-10', chargeHour: 4 }
  const { body } = await apply(staff, earlier)
  expect(body.affected).toMatchObject([
    { chargedFrom: { before: '2026-03-12T10:00:00.000Z', after: '2026-03-12T08:00:00.000Z' } },
  ])

  shop.clock.set('2026-03-12T07:59:00Z')
  await runEngine(shop)
  expect(await capturedCents(shop)).toEqual(charged)
  shop.clock.set('2026-03-12T08:01:00Z')
  await runEngine(shop)
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(charged.length + 1)
})

test('a second change replaces the one that has not started, and can be withdrawn', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await apply(staff, change)

  const { body } = await apply(staff, { ...change, from: '2026-03-20', cutoffHours: 72 })
  expect(body.settings.calendar.periods.map(({ from }) => from)).toEqual([
    '0001-01-01',
    '2026-03-20',
  ])

  const seen = await withdraw(staff, '2026-03-20?version=2')
  expect(seen).toMatchObject({ status: 409, body: { code: 'stale' } })
  const withdrawn = await withdraw(staff, '2026-03-20?version=3')
  expect(withdrawn.body.settings.calendar.periods).toHaveLength(1)
  expect((await withdraw(staff, '2026-03-20')).status).toBe(404)
})

test('a period that has started stays, so that past deliveries keep their times', async () => {
  const shop = await openShop()
  await apply(await staffBrowser(shop), change)
  shop.clock.set('2026-03-06T15:00:00Z')
  const staff = await staffBrowser(shop)

  expect((await withdraw(staff, '2026-03-06')).status).toBe(404)
  const { body } = await apply(staff, { ...change, from: '2026-03-20' })
  expect(body.settings.calendar.periods.map(({ from }) => from)).toEqual([
    '0001-01-01',
    '2026-03-06',
    '2026-03-20',
  ])
})

test('rule 34: from the day of its change, figures are counted in the new time zone', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await apply(staff, { ...change, timeZone: 'America/Chicago' })
  const zone = async () =>
    (await shop.sql<{ value: string }>("select value from settings where name = 'time_zone'"))[0]
  await shop.runJob('settings.applyTimeZone')
  expect((await zone())?.value).toBe('America/New_York')

  shop.clock.set('2026-03-06T15:00:00Z')
  await shop.runJob('settings.applyTimeZone')
  expect((await zone())?.value).toBe('America/Chicago')
})

test('of two changes from one version made at the same moment, one is rejected', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const replies = await Promise.all(
    [24, 48].map((cutoffHours) => apply(staff, { ...change, cutoffHours, version: 1 })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

const openForRejected = openOnce(async () => {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
})

test.each<[string, Partial<CalendarChange>, string]>([
  ['today', { from: '2026-03-02' }, 'from'],
  ['the year 9999', { from: '9999-12-31' }, 'from'],
  ['a day that does not exist', { from: '2026-02-30' }, 'from'],
  ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['an abbreviated zone', { timeZone: 'EST' }, 'timeZone'],
  ['hour 24', { dayStartHour: 24 }, 'dayStartHour'],
  ['half an hour', { dayStartHour: 8.5 }, 'dayStartHour'],
  ['a cut-off of 11 hours', { cutoffHours: 11 }, 'cutoffHours'],
  ['a cut-off of 300 hours', { cutoffHours: 300, reminderDays: 14 }, 'cutoffHours'],
  ['a charge after the start of deliveries', { chargeHour: 10 }, 'chargeHour'],
  ['a reminder after the cut-off', { reminderDays: 2, cutoffHours: 72 }, 'reminderDays'],
])('%s is rejected with a message for its field', async (_, wrong, field) => {
  const { staff } = await openForRejected()
  const { status, body } = await staff.call<{ fields: object }>('POST', PATH, {
    ...change,
    ...wrong,
  })
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual([field])
})

test('rule 39: an earlier cut-off ends the pay links of its deliveries, and a later one prolongs none', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const placeLink = async (deliveryDate: string) =>
    (await placeByPhone(staff, shop, { payment: 'link', deliveryDate })).body.orderId
  const [near, affected] = [await placeLink('2026-03-05'), await placeLink('2026-03-07')]
  const ends = async () =>
    Promise.all(
      [near, affected].map(async (id) => {
        const [row] = await shop.sql<{ at: Date }>(
          'select expires_at as at from payments where order_id = $1',
          [id],
        )
        return row?.at.toISOString()
      }),
    )
  expect(await ends()).toEqual(['2026-03-04T13:00:00.000Z', '2026-03-06T13:00:00.000Z'])

  await apply(staff, change)
  expect(await ends()).toEqual(['2026-03-04T13:00:00.000Z', '2026-03-05T14:00:00.000Z'])
  await withdraw(staff, change.from)
  expect(await ends()).toEqual(['2026-03-04T13:00:00.000Z', '2026-03-05T14:00:00.000Z'])
})

test('a change to a zone further east cannot start at once', async () => {
  const shop = await openShop()
  shop.clock.set('2026-03-03T01:00:00Z')
  const staff = await staffBrowser(shop)
  const east = { ...change, timeZone: 'Pacific/Auckland' }

  // It is still Monday evening in New York, and Tuesday afternoon in Auckland.
  const tomorrow = await apply(staff, { ...east, from: '2026-03-03' })

  expect(tomorrow).toMatchObject({
    status: 400,
    body: { fields: { from: expect.stringContaining("It's already Tuesday, March 3, 2026") } },
  })
  expect(shop.deps.shop.timeZone).toBe('America/New_York')
  expect((await apply(staff, { ...east, from: '2026-03-04' })).status).toBe(200)
  expect(shop.deps.shop.timeZone).toBe('America/New_York')
})
