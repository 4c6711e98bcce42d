import { expect, test } from 'vitest'
import { openDriving } from '#tests/support/driving/open-driving.ts'

/** Sam's route of Blue on March 5, and a published one of Red on `nextDate`. */
async function openTwoRoutes(nextDate: string) {
  const driving = await openDriving('a')
  const { shop, addStops, red, findRoute, sam, phone } = driving
  await addStops(red, 'b')
  const next = (await findRoute(red)).id
  await shop.sql(
    "update routes set date = $2, driver_id = $3, status = 'published' where id = $1",
    [next, nextDate, sam],
  )
  const loaded = async () => (await phone.load()).body.routeId
  return { ...driving, next, loaded }
}

test('rule 55: a route that is out comes before the next day’s until it is closed', async () => {
  const { shop, phone, routeId, next, loaded } = await openTwoRoutes('2026-03-06')
  await phone.report({ type: 'departed' })

  shop.clock.set('2026-03-06T14:00:00Z')
  expect(await loaded()).toBe(routeId)
  await phone.report({ type: 'returned', payload: { lines: [] } }, { type: 'closed' })
  expect(await loaded()).toBe(next)
})

test('a route that is out over a weekend can still be counted and closed', async () => {
  const { shop, phone, routeId, next, loaded } = await openTwoRoutes('2026-03-09')
  await phone.report({ type: 'departed' })

  shop.clock.set('2026-03-09T14:00:00Z')
  expect(await loaded()).toBe(routeId)
  await phone.report({ type: 'returned', payload: { lines: [] } }, { type: 'closed' })
  expect(await loaded()).toBe(next)
})

test('a route that never left does not hide the next day’s', async () => {
  const { shop, next, loaded } = await openTwoRoutes('2026-03-06')
  shop.clock.set('2026-03-06T14:00:00Z')
  expect(await loaded()).toBe(next)
})

test('an old route that no one closed does not hide today’s on a new phone', async () => {
  const { shop, phone, next, openPhone, sam } = await openTwoRoutes('2026-03-06')
  const other = await openPhone(sam)
  await phone.report({ type: 'departed' })
  shop.clock.set('2026-03-06T14:00:00Z')
  expect((await other.load()).body.routeId).toBe(next)
})
