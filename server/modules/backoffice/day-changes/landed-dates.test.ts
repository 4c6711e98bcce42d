import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { addKingston, auditDays, changeDay, undoDay } from '#tests/support/orders/day-changes.ts'
import { changeZone, onWeekday, setRouteDaysOnly } from '#tests/support/orders/route-days.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, getCycles, runOnDays, subscribe } from '#tests/support/subscriber.ts'

/** The zone is served on these weekdays, and nothing else. */
async function openLanding(weekday: number) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff, { routeDays: [onWeekday(weekday)] })
  const nextDates = async () =>
    (await shop.sql<{ d: string }>('select next_date::text d from subscriptions')).map(({ d }) => d)
  const change = (date: string, toDate?: string) =>
    changeDay(staff, { date, zoneIds: [zoneId], ...(toDate && { kind: 'moved', toDate }) })
  return { shop, staff, zoneId, nextDates, change }
}

test('rule 48: a route day that is moved takes no delivery of another day along', async () => {
  const { shop, staff, nextDates, change } = await openLanding(2)
  const { id } = await subscribe(shop, { deliveryDate: '2026-03-07' })
  await setRouteDaysOnly(staff, true)
  // Saturday, March 14, lands on Tuesday, March 17. Thursday, March 12, would be nearer.
  expect(await nextDates()).toEqual(['2026-03-17'])

  const { body } = await change('2026-03-10', '2026-03-12')

  expect(body.counts).toMatchObject({ planned: 0, emails: 0 })
  await runOnDays(shop, '2026-03-09', '2026-03-11', '2026-03-13', '2026-03-14', '2026-03-17')
  expect((await getCycles(shop, id))[0]).toMatchObject({ date: '2026-03-17', status: 'paid' })
  expect(await auditDays(shop)).toEqual([])
})

test('rule 48: a delivery that lands on a moved route day later has its new date', async () => {
  const { shop, staff, nextDates, change } = await openLanding(4)
  await setRouteDaysOnly(staff, true)
  await change('2026-03-12', '2026-03-13')

  await subscribe(shop)

  expect(await nextDates()).toEqual(['2026-03-13'])
})

test('rule 47: after a change of route days, an undo lands deliveries by the new ones', async () => {
  const { shop, staff, zoneId, nextDates, change } = await openLanding(4)
  await subscribe(shop)
  await setRouteDaysOnly(staff, true)
  const { body } = await change('2026-03-12')
  expect(await nextDates()).toEqual(['2026-03-19'])
  await changeZone(staff, zoneId, { routeDays: [onWeekday(5)] })

  expect((await undoDay(staff, body.id)).status).toBe(200)

  expect(await nextDates()).toEqual(['2026-03-13'])
  expect(await emailsOfKind(shop, 'next_delivery_moved')).toHaveLength(1)
})

test.each(['zone', 'shop'])(
  'rule 47: an undo for the %s lands the deliveries of new subscriptions again',
  async (scope) => {
    const { shop, staff, nextDates, change } = await openLanding(4)
    await setRouteDaysOnly(staff, true)
    const date = '2026-03-12'
    const { body } = scope === 'zone' ? await change(date) : await changeDay(staff, { date })
    await subscribe(shop)
    expect(await nextDates()).not.toEqual([date])

    await undoDay(staff, body.id)

    expect(await nextDates()).toEqual([date])
  },
)
