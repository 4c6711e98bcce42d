import { expect, test } from 'vitest'
import type { BottleOverview, CountedStop } from '#contract/bottles/staff-bottles.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { openDriving } from '#tests/support/driving/open-driving.ts'

/** A truck with ten full bottles; the driver stops at a dock that no one planned. */
async function openDock() {
  const driving = await openDriving('a')
  const { shop, staff, phone, routeId } = driving
  const productId = shop.products[0]?.id ?? ''
  const counts = (full: number, empties: number, damaged = 0) => [
    { productId, full, empties, damaged },
  ]
  await phone.report({ type: 'loaded', payload: { lines: counts(10, 0) } }, { type: 'departed' })
  const dock = phone.event({
    type: 'stop-added',
    payload: { name: 'Dock', lines: counts(3, 2, 1), note: 'Ask for Al' },
  })
  return {
    ...driving,
    counts,
    dock,
    /** Of the truck of the route, and of bottles with unknown holders. */
    bottles: async () => {
      const rows = await shop.sql<{ holder: string; n: string }>(
        `select holder, sum("full") || ' ' || sum(empty) || ' ' || sum(damaged) as n
         from bottle_balances where holder in ('truck', 'lost') group by 1`,
      )
      expect((await auditBottles(shop.deps.db)).findings).toEqual([])
      return Object.fromEntries(rows.map(({ holder, n }) => [holder, n]))
    },
    countedStops: async () =>
      (await staff.call<CountedStop[]>('GET', fillPath(apiPaths.adminBottleRoute, { id: routeId })))
        .body,
    differences: async () =>
      (await staff.call<BottleOverview>('GET', apiPaths.adminBottles)).body.differences,
  }
}

const atTheDock = { truck: '7 2 1', lost: '3 -2 -1' }
const undone = { truck: '10 0 0', lost: '0 0 0' }

test('rule 57: staff see a stop that the driver added, and can accept it', async () => {
  const { phone, dock, reviews, decide, bottles } = await openDock()

  expect(await phone.report(dock)).toBe('review')

  const [review, ...others] = await reviews()
  expect(others).toEqual([])
  expect(review).toMatchObject({
    kind: 'added-stop',
    orderId: null,
    truckName: 'Blue',
    driverName: 'Sam',
    fact: 'Added a stop: Dock; 3 full, 2 empties, 1 damaged; "Ask for Al".',
    isApplied: true,
  })
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect(await reviews()).toEqual([])
  expect(await bottles()).toEqual(atTheDock)
})

test('rule 61: the bottles of an added stop explain what the truck brings back', async () => {
  const { phone, dock, counts, countedStops, differences, bottles } = await openDock()

  await phone.report(dock, { type: 'returned', payload: { lines: counts(7, 2, 1) } })

  expect(await differences()).toEqual([])
  expect(await countedStops()).toEqual([
    { orderId: null, customerName: 'Dock', ordered: 0, left: 3, taken: 3 },
  ])
  expect(await bottles()).toEqual({ truck: '0 0 0', lost: '3 -2 -1' })
})

test('rule 60: dismissing an added stop takes its bottles back', async () => {
  const { phone, dock, reviews, decide, bottles, countedStops } = await openDock()
  await phone.report(dock)
  expect(await bottles()).toEqual(atTheDock)

  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewDismiss)

  expect(await bottles()).toEqual(undone)
  expect(await countedStops()).toEqual([])
  expect(await reviews()).toEqual([])
})

test('rule 56: an added stop that is undone moves nothing and is no longer listed', async () => {
  const { phone, dock, reviews, bottles, countedStops } = await openDock()
  await phone.report(dock)
  const undo = phone.event({ type: 'superseded', supersedes: dock.eventId })
  await phone.report(undo)
  expect(await bottles()).toEqual(undone)
  expect(await reviews()).toEqual([])

  await phone.report({ type: 'superseded', supersedes: undo.eventId })
  expect(await bottles()).toEqual(atTheDock)
  expect(await reviews()).toMatchObject([{ kind: 'added-stop' }])
  expect(await countedStops()).toMatchObject([{ customerName: 'Dock', left: 3, taken: 3 }])
})

test('rule 56: the undo of an added stop may arrive first', async () => {
  const { phone, dock, reviews, bottles } = await openDock()
  await phone.report({ type: 'superseded', supersedes: dock.eventId })
  await phone.report(dock)

  expect((await bottles()).truck).toBe('10 0 0')
  expect(await reviews()).toEqual([])
})

test('rule 57: an added stop that arrives after the closing counts, and is listed once', async () => {
  const { phone, dock, reviews, bottles, setRoute } = await openDock()
  expect((await setRoute({ status: 'closed' })).status).toBe(200)

  expect(await phone.report(dock)).toBe('review')

  const fact = 'Added a stop: Dock; 3 full, 2 empties, 1 damaged; "Ask for Al".'
  const listed = (await reviews()).filter((review) => review.fact === fact)
  expect(listed).toMatchObject([{ kind: 'route-closed', isApplied: true }])
  expect(await bottles()).toEqual(atTheDock)
})

test('rule 60: an added stop with the id of a planned one gives its customer no bottles', async () => {
  const { shop, phone, dock, stops, states, bottles } = await openDock()
  await phone.report({ ...dock, stopId: stops[0]?.id ?? '' })

  expect(await bottles()).toEqual(atTheDock)
  expect(await states()).toEqual(['in-progress in-transit'])
  expect(
    await shop.sql(
      `select 1 from bottle_movements
       where 'customer' in ("from", "to") or order_id is not null or reason is not null`,
    ),
  ).toEqual([])
})
