import { expect, test } from 'vitest'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { openDriving } from '#tests/support/driving/open-driving.ts'

/** Two phones of one driver. */
async function openTwoPhones() {
  const driving = await openDriving('a')
  const { shop, staff, sam, productId, routeId, openPhone } = driving
  const second = await openPhone(sam)
  await second.load()
  return {
    ...driving,
    second,
    loaded: (full: number, trip = 1) => ({
      type: 'loaded' as const,
      trip,
      payload: { lines: [{ productId, full }] },
    }),
    returned: (full: number, trip = 1) => ({
      type: 'returned' as const,
      trip,
      payload: { lines: [{ productId, full }] },
    }),
    undo: (supersedes: string) => ({ type: 'superseded' as const, supersedes }),
    /** The bookings of the route: '10 loaded, 4 returned'. */
    books: async () => {
      const rows = await shop.sql<{ books: string }>(
        "select loaded || ' loaded, ' || returned || ' returned' as books from bottle_routes where route_id = $1",
        [routeId],
      )
      expect((await auditBottles(shop.deps.db)).findings).toEqual([])
      return rows[0]?.books
    },
    differences: async () =>
      (await staff.call<BottleOverview>('GET', apiPaths.adminBottles)).body.differences,
  }
}

test('rule 55: of two phones that count the truck, the first counts and the other is listed', async () => {
  const { shop, phone, second, loaded, returned, books, reviews, differences } =
    await openTwoPhones()
  expect(await second.report(loaded(10))).toBe('accepted')
  expect(await phone.report(loaded(9))).toBe('review')
  expect(await books()).toBe('10 loaded, 0 returned')

  shop.clock.advance(60_000)
  expect(await phone.report(returned(10))).toBe('accepted')
  expect(await second.report(returned(8))).toBe('review')

  expect(await books()).toBe('10 loaded, 10 returned')
  expect(await differences()).toEqual([])
  expect(await reviews()).toMatchObject([
    { kind: 'second-count', fact: 'Loaded: 9 full, 0 empties, 0 damaged.', isApplied: false },
    { kind: 'second-count', fact: 'Returned: 8 full, 0 empties, 0 damaged.', isApplied: false },
  ])
})

test('rule 58: each trip has a load and a return of its own', async () => {
  const { phone, second, loaded, returned, books, reviews } = await openTwoPhones()
  expect(await phone.report(loaded(10), returned(9), loaded(5, 2))).toBe(
    'accepted accepted accepted',
  )
  expect(await second.report(returned(4, 2), loaded(7, 3))).toBe('accepted accepted')
  expect(await books()).toBe('22 loaded, 13 returned')
  expect(await reviews()).toEqual([])
})

test('rule 57: staff accept the second count, and the first one no longer counts', async () => {
  const { phone, second, loaded, returned, books, reviews, decide } = await openTwoPhones()
  const accept = async () => {
    const [review] = await reviews()
    return decide(review?.id ?? '', apiPaths.adminReviewAccept)
  }
  await phone.report(loaded(10), returned(9), loaded(5, 2), returned(4, 2))

  await second.report(loaded(9))
  expect(await accept()).toMatchObject({ body: [] })
  await second.report(returned(7))
  expect(await accept()).toMatchObject({ body: [] })

  expect(await books()).toBe('14 loaded, 11 returned')
  expect(await phone.report({ type: 'departed' })).toBe('accepted')
  expect(await books()).toBe('14 loaded, 11 returned')
})

test('rule 57: a second count that staff dismiss never counts', async () => {
  const { phone, second, loaded, books, reviews, decide, undo } = await openTwoPhones()
  const first = phone.event(loaded(10))
  await phone.report(first)
  await second.report(loaded(9))
  const [review] = await reviews()
  expect(await decide(review?.id ?? '', apiPaths.adminReviewDismiss)).toMatchObject({ body: [] })

  await phone.report(undo(first.eventId))
  expect(await books()).toBe('0 loaded, 0 returned')
})

test('rule 56: if the first count is undone, the other one counts and is no longer listed', async () => {
  const { phone, second, returned, books, reviews, undo } = await openTwoPhones()
  const first = phone.event(returned(3))
  await phone.report(first)
  await second.report(returned(4))
  expect(await books()).toBe('0 loaded, 3 returned')

  const undone = phone.event(undo(first.eventId))
  await phone.report(undone)
  expect(await books()).toBe('0 loaded, 4 returned')
  expect(await reviews()).toEqual([])

  // Counted again by an undo of the undo, it is the second one.
  await phone.report(undo(undone.eventId))
  expect(await books()).toBe('0 loaded, 4 returned')
  expect(await reviews()).toMatchObject([
    { kind: 'second-count', fact: 'Returned: 3 full, 0 empties, 0 damaged.' },
  ])
})

test('rule 55: a phone that counts again replaces its own count', async () => {
  const { phone, second, loaded, books, reviews, undo } = await openTwoPhones()
  const first = phone.event(loaded(10))
  await phone.report(first)
  await phone.report(undo(first.eventId), loaded(11))
  expect(await books()).toBe('11 loaded, 0 returned')
  expect(await reviews()).toEqual([])
  expect(await second.report(loaded(11))).toBe('review')
})
