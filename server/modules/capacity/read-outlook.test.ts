import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { type OutlookDay, outlookMark } from '#contract/zones/outlook.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { subscribe } from '#tests/support/subscriber.ts'
import {
  addZone,
  openRouteDays,
  setRouteDaysOnly,
  thursdays,
} from '#tests/support/zones/route-days.ts'

test('rule 64: six weeks of bottles per zone, from orders and subscriptions, against capacity', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 3 })])
  await addZone(staff, [thursdays({ everyWeeks: 2 })], ['12498'])
  await setRouteDaysOnly(staff, false)
  await subscribe(shop)
  const friday = shop.buyer()
  await friday.place(friday.submission({ deliveryDate: '2026-03-06' }))
  const outlook = async (query = '') =>
    (await staff.call<OutlookDay[]>('GET', `${apiPaths.adminOutlook}${query}`)).body

  const days = await outlook()

  const own = days.filter(({ zoneId }) => zoneId === staff.zoneId)
  expect(own.map(({ date, bottles }) => `${date}: ${bottles}`)).toEqual([
    '2026-03-05: 2',
    '2026-03-06: 2',
    ...['03-12', '03-19', '03-26', '04-02', '04-09'].map((date) => `2026-${date}: 2`),
  ])
  expect(own[0]).toMatchObject({ zoneName: 'Zone 12401', capacity: 3, isRouteDay: true })
  expect(own[1]).toMatchObject({ capacity: null, isRouteDay: false })
  expect(days.filter(({ zoneId }) => zoneId !== staff.zoneId)).toHaveLength(3)
  expect((await outlook('?from=2026-04-20'))[0]).toMatchObject({ date: '2026-04-23', bottles: 2 })
  for (const from of ['soon', '2026-02-30', '9999-12-31', ''])
    expect((await staff.call('GET', `${apiPaths.adminOutlook}?from=${from}`)).status).toBe(400)
})

test('rule 64: a date that a day change moved counts on the new date, with its capacity', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 3 })])
  await subscribe(shop)
  const zoneIds = [staff.zoneId]
  const change = { date: '2026-03-12', kind: 'moved', toDate: '2026-03-13', zoneIds }
  expect((await staff.call('POST', apiPaths.adminDayChanges, change)).status).toBe(200)

  const days = (await staff.call<OutlookDay[]>('GET', apiPaths.adminOutlook)).body

  const week = days.filter(({ date }) => date >= '2026-03-09' && date <= '2026-03-15')
  expect(week).toMatchObject([{ date: '2026-03-13', bottles: 2, capacity: 3, isRouteDay: true }])
})

test('rule 64: over and under capacity are marked', () => {
  const mark = (bottles: number, capacity: number | null, isRouteDay = true) =>
    outlookMark({ bottles, capacity, isRouteDay })
  expect([mark(11, 10), mark(10, 10), mark(5, 10), mark(4, 10)]).toEqual([
    'over',
    undefined,
    undefined,
    'under',
  ])
  expect([mark(0, null), mark(2, null, false)]).toEqual([undefined, 'off'])
})
