import { expect, test } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { consentText } from '#contract/subscriptions/consent.ts'
import { closeDates, readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import { calendarDates, tuesdays } from '#tests/support/orders/route-days.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, emailsOfKind, getCycles, runOnDays } from '#tests/support/subscriber.ts'
import { openZoned } from '#tests/support/zones/open-zoned.ts'

test('rule 47: page, feed, reminder and charge agree on the landed date, and it is charged once', async () => {
  const { shop, id, view, storedDate } = await openZoned()

  const subscription = await view()
  expect(calendarDates(subscription).slice(0, 3)).toEqual([
    '2026-03-10',
    '2026-03-17',
    '2026-03-24',
  ])
  expect(subscription.next).toMatchObject({
    isMoved: false,
    changeUntil: '2026-03-09T12:00:00.000Z',
  })
  expect(await storedDate()).toBe('2026-03-10')
  const feedPath = new URL(subscription.calendarUrl).pathname
  const feed = await (await fetch(`${shop.url}${feedPath}`)).text()
  expect(feed).toContain('DTSTART;VALUE=DATE:20260310')
  expect(feed).not.toContain('DTSTART;VALUE=DATE:20260312')

  await runOnDays(shop, '2026-03-05', '2026-03-06')
  expect(await getCycles(shop, id)).toEqual([])
  await runOnDays(shop, '2026-03-07')
  expect(await emailsOfKind(shop, 'delivery_reminder')).toHaveLength(1)
  const [ordered] = await getCycles(shop, id)
  expect(ordered).toMatchObject({ cycle: 1, status: 'ordered' })
  expect(await readDeliveryDate(shop, ordered?.order_id ?? '')).toBe('2026-03-10')
  await runOnDays(shop, '2026-03-09')
  expect(await capturedCents(shop)).toHaveLength(1)
  await runOnDays(shop, '2026-03-10', '2026-03-12', '2026-03-14', '2026-03-17')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'paid' },
    { cycle: 2, status: 'paid' },
  ])
  expect(await capturedCents(shop)).toHaveLength(3)
  const [{ anchor }] = (await shop.sql('select anchor::text from subscriptions')) as [
    { anchor: string },
  ]
  expect(anchor).toBe('2026-03-05')
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 47: of two cycles that land on one date, the later is skipped and not charged', async () => {
  const { shop, id, apply, view } = await openZoned([
    { ...tuesdays, everyWeeks: 2, from: '2026-03-03' },
  ])

  expect(calendarDates(await view()).slice(0, 4)).toEqual([
    '2026-03-17',
    '(2026-03-17)',
    '2026-03-31',
    '(2026-03-31)',
  ])
  expect((await view()).calendar[1]).toMatchObject({ reason: 'same_day', isEditable: false })
  await runOnDays(shop, '2026-03-14', '2026-03-17', '2026-03-19', '2026-03-28')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'paid' },
    { cycle: 2, status: 'skipped', reason: 'same_day' },
    { cycle: 3, status: 'ordered' },
    { cycle: 4, status: 'skipped', reason: 'same_day' },
  ])
  expect(await capturedCents(shop)).toHaveLength(2)
  // The customer is emailed for the first one, not every second week.
  expect(await emailsOfKind(shop, 'delivery_skipped')).toHaveLength(1)
  expect((await apply({ type: 'unskip', cycle: 4 })).status).toBe(409)
  expect((await audit(shop)).findings).toEqual([])
})

test('skip, restore, pause and resume keep to route days', async () => {
  const { apply, shop } = await openZoned()

  const skipped = await apply({ type: 'skip', cycle: 1 })
  expect(calendarDates(skipped.body).slice(0, 2)).toEqual(['(2026-03-10)', '2026-03-17'])
  const restored = await apply({ type: 'unskip', cycle: 1 })
  expect(calendarDates(restored.body).slice(0, 2)).toEqual(['2026-03-10', '2026-03-17'])
  // The landed date of cycle 2 is in the pause, and its calendar date is not.
  const paused = await apply({ type: 'pause', until: '2026-03-18' })
  expect(paused.body.next).toMatchObject({ cycle: 3, date: '2026-03-24' })
  const resumed = await apply({ type: 'resume' })
  expect(resumed.body.next).toMatchObject({ cycle: 1, date: '2026-03-10' })

  await runOnDays(shop, '2026-03-07', '2026-03-10')
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('rule 47: a closed route day moves planned and ordered deliveries to a route day', async () => {
  const { shop, id, view, storedDate } = await openZoned()
  await runOnDays(shop, '2026-03-07')

  await closeDates(await staffBrowser(shop), ['2026-03-10', '2026-03-24'])

  const [ordered] = await getCycles(shop, id)
  expect(await readDeliveryDate(shop, ordered?.order_id ?? '')).toBe('2026-03-17')
  // March 26 is nearer to March 31 than to March 17, and April 2 is on March 31, too.
  expect(calendarDates(await view()).slice(0, 4)).toEqual([
    '2026-03-17',
    '(2026-03-17)',
    '2026-03-31',
    '(2026-03-31)',
  ])
  expect(await storedDate()).toBe('2026-03-17')
  await runOnDays(shop, '2026-03-14', '2026-03-17')
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('cancelling before the cut-off of the landed date charges nothing, and after it once', async () => {
  for (const [at, charges] of [
    ['2026-03-09T11:00:00Z', 1],
    ['2026-03-09T13:00:00Z', 2],
  ] as const) {
    const { shop, ana, id } = await openZoned()
    await runOnDays(shop, '2026-03-07')
    shop.clock.set(at)
    await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
    await runOnDays(shop, '2026-03-10', '2026-03-17')

    expect(await capturedCents(shop)).toHaveLength(charges)
    expect((await audit(shop)).findings).toEqual([])
  }
})

test('the consent at checkout names no date of the next charge that could be wrong', () => {
  const calendar = defaultCalendar('America/New_York')
  const terms = { totalCents: 1000, frequency: 'weekly', deliveryDate: '2026-03-10' } as const

  const text = consentText({ ...terms, calendar, routeDaysOnly: true })

  expect(text).toContain('Next charge: on the route day nearest to Tuesday, March 17, 2026.')
  expect(text).not.toContain('next deadline')
})
