import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { failed, MORNING, openDriving } from '#tests/support/driving/open-driving.ts'
import type { TestShop } from '#tests/support/open-shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const beforeMorning = (ms: number) => new Date(Date.parse(MORNING) - ms).toISOString()

const readTimes = async (shop: TestShop) => {
  const rows = await shop.sql<{ at: Date }>(
    'select effective_at as at from driver_events order by device_seq',
  )
  return rows.map(({ at }) => at.toISOString())
}

test('rule 57: a tap before the login counts as now, and is listed', async () => {
  const { phone, shop, reviews, a, b, c } = await openDriving()
  shop.clock.advance(HOUR)
  const now = shop.clock.now().toISOString()

  const results = await phone.report(
    { ...failed(a), tappedAt: beforeMorning(4 * 365 * DAY) },
    { ...failed(b), tappedAt: beforeMorning(HOUR) },
    // Skew is measured to the second.
    { ...failed(c), tappedAt: beforeMorning(2_000) },
  )

  expect(results).toBe('review review accepted')
  expect(await readTimes(shop)).toEqual([now, now, beforeMorning(2_000)])
  expect((await reviews()).map(({ kind }) => kind)).toEqual(['wrong-clock', 'wrong-clock'])
})

test("rule 57: a tap more than a day before the route's date counts as now, and is listed", async () => {
  const { phone, shop, a, b, c } = await openDriving()
  await shop.sql("update driver_devices set created_at = created_at - interval '1 month'")

  const results = await phone.report(
    { ...failed(a), tappedAt: beforeMorning(7 * DAY) },
    { ...failed(b), tappedAt: beforeMorning(DAY + 10 * HOUR) },
    // The truck may be loaded the evening before.
    { ...failed(c), tappedAt: beforeMorning(15 * HOUR) },
  )

  expect(results).toBe('review review accepted')
  expect(await readTimes(shop)).toEqual([MORNING, MORNING, beforeMorning(15 * HOUR)].map(toIso))
})

const toIso = (text: string) => new Date(text).toISOString()

test('rule 57: a clock that is put back does not help a driver who was disabled', async () => {
  const { phone, shop, staff, sam, reviews, states, a } = await openDriving('a')
  shop.clock.advance(HOUR)
  await staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: sam }), { isDisabled: true })
  shop.clock.advance(HOUR)

  const early = phone.event({ ...failed(a), tappedAt: beforeMorning(365 * DAY) })
  const { body } = await phone.send([early], phone.key())

  expect(body.results).toMatchObject([{ result: 'review' }])
  expect(await reviews()).toMatchObject([{ kind: 'driver-disabled', isApplied: false }])
  expect(await states()).toEqual(['pending scheduled'])
})
