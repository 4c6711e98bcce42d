import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'

type NewEvent = Partial<SentDriverEvent> & Pick<SentDriverEvent, 'type'>

/** A route of two trips: a and b, then c after a reload. */
async function openTwoTrips() {
  const driving = await openDriving('a', 'b', 'c')
  const { shop, staff, phone, productId, routeId, c, move, setRoute } = driving
  await move(c ?? '', { trip: 2, version: 1 })
  await phone.load()
  const count =
    (type: 'loaded' | 'returned') =>
    (trip: number, full: number, empties = 0) => ({
      type,
      trip,
      payload: { lines: [{ productId, full, empties, damaged: 0 }] },
    })
  return {
    ...driving,
    loaded: count('loaded'),
    returned: count('returned'),
    departed: (trip: number) => ({ type: 'departed' as const, trip }),
    left: (stopId: string | undefined, full: number, empties: number, trip = 1) => ({
      ...delivered(stopId, productId, full, empties),
      trip,
    }),
    /** Each request one minute after the one before. */
    report: (...events: NewEvent[]) => {
      shop.clock.advance(60_000)
      return phone.report(...events)
    },
    differences: async () => {
      expect((await auditBottles(shop.deps.db)).findings).toEqual([])
      const { body } = await staff.call<BottleOverview>('GET', apiPaths.adminBottles)
      return body.differences.map(({ difference }) => difference)
    },
    bookRest: async () => {
      const path = fillPath(apiPaths.adminBottleRouteBook, { id: routeId })
      const body = { reason: 'Lost', requestId: randomUUID() }
      return (await staff.call<{ message?: string }>('POST', path, body)).body.message
    },
    close: () => setRoute({ status: 'closed' }),
  }
}

test('rule 61: a truck that is counted after each trip has no difference', async () => {
  const { report, loaded, departed, left, returned, differences, bookRest, reviews, a, b, c } =
    await openTwoTrips()
  await report(loaded(1, 10))
  await report(departed(1))
  await report(left(a, 2, 1), left(b, 3, 2))
  expect(await report(returned(1, 5, 3))).toBe('accepted')
  expect(await differences()).toEqual([])

  // The five full bottles that are left go out again.
  await report(loaded(2, 8))
  await report(departed(2))
  await report(left(c, 4, 4, 2))
  // On the second trip the truck has not come back.
  expect(await differences()).toEqual([])
  expect(await bookRest()).toBe("This route hasn't come back yet.")
  expect(await report(returned(2, 4, 4))).toBe('accepted')
  expect(await differences()).toEqual([])
  expect(await report({ type: 'closed' })).toBe('accepted')
  expect(await reviews()).toEqual([])
})

test('rule 61: bottles missing after a trip are a difference once the truck is back', async () => {
  const { report, phone, loaded, returned, differences } = await openTwoTrips()
  await report(loaded(1, 10))
  const first = phone.event(returned(1, 9))
  await report(first)
  expect(await differences()).toEqual([1])
  await report(loaded(2, 9))
  expect(await differences()).toEqual([])
  await report(returned(2, 9))
  expect(await differences()).toEqual([1])

  // Counted again, the first trip has nothing missing, and the truck stays back.
  await report({ ...returned(1, 10), supersedes: first.eventId })
  expect(await differences()).toEqual([])
})

test('rule 61: a trip that is counted again while the truck is on the next one brings no truck back', async () => {
  const { report, phone, loaded, returned, departed, differences, bookRest } = await openTwoTrips()
  await report(loaded(1, 10))
  const first = phone.event(returned(1, 9))
  await report(first)
  await report(loaded(2, 9), departed(2))

  await report({ ...returned(1, 10), supersedes: first.eventId })

  expect(await differences()).toEqual([])
  expect(await bookRest()).toBe("This route hasn't come back yet.")
  await report(returned(2, 8))
  expect(await differences()).toEqual([1])
})

test('rule 61: a truck that drives the first trip last is back after it', async () => {
  const { report, phone, loaded, returned, differences } = await openTwoTrips()
  const load = phone.event(loaded(2, 9))
  await report(load)
  await report(returned(2, 8))
  expect(await differences()).toEqual([1])
  await report(loaded(1, 10))
  expect(await differences()).toEqual([])
  // The load of a trip that is over, counted again.
  await report({ ...loaded(2, 8), supersedes: load.eventId })
  expect(await differences()).toEqual([])
  await report(returned(1, 9))
  expect(await differences()).toEqual([1])
})

test('rule 61: a trip whose load was undone and that is loaded last is out', async () => {
  const { report, phone, loaded, returned, differences, bookRest } = await openTwoTrips()
  const load = phone.event(loaded(1, 10))
  await report(load)
  await report({ type: 'superseded', supersedes: load.eventId })
  await report(loaded(2, 8))
  await report(returned(2, 8))
  await report(loaded(1, 10))
  expect(await differences()).toEqual([])
  expect(await bookRest()).toBe("This route hasn't come back yet.")
  await report(returned(1, 9))
  expect(await differences()).toEqual([1])
})

test('rule 61: a load whose undo was undone has the time of its count', async () => {
  const { report, phone, loaded, returned, differences } = await openTwoTrips()
  const load = phone.event(loaded(1, 10))
  await report(load)
  const undo = phone.event({ type: 'superseded', supersedes: load.eventId })
  await report(undo)
  await report({ type: 'superseded', supersedes: undo.eventId })
  await report(loaded(2, 8))
  await report(returned(2, 8))
  expect(await differences()).toEqual([10])
})

test('rule 61: of trips that were loaded at the same time, the one entered last is later', async () => {
  const { report, loaded, returned, differences } = await openTwoTrips()
  await report(loaded(1, 10), loaded(2, 8), returned(2, 8))
  expect(await differences()).toEqual([10])
})

test('rule 61: a return that is undone has not come back', async () => {
  const { report, phone, loaded, returned, differences } = await openTwoTrips()
  await report(loaded(1, 10))
  const first = phone.event(returned(1, 9))
  await report(first)
  await report({ type: 'superseded', supersedes: first.eventId })
  expect(await differences()).toEqual([])
})

test('rule 57: a closing lists each trip that was loaded and never counted back', async () => {
  const { report, loaded, returned, reviews, differences, a, left } = await openTwoTrips()
  // As apps did that counted once, at the end of the day.
  await report(loaded(1, 10), left(a, 2, 3))
  await report(loaded(2, 8))
  await report(returned(2, 8))
  expect(await report({ type: 'closed', trip: 2 })).toBe('accepted')
  expect(await reviews()).toMatchObject([
    {
      kind: 'missing-count',
      plan: 'Nobody counted what came back from this trip.',
      fact: 'Loaded: 10 full, 0 empties, 0 damaged. Trip 1.',
      isApplied: false,
    },
  ])
  expect(await differences()).toEqual([11])

  // A phone had it and sends it late.
  expect(await report(returned(1, 8, 3))).toBe('review')
  expect(await reviews()).toMatchObject([{ kind: 'route-closed' }])
  expect(await differences()).toEqual([])
})

test('rule 57: a closing lists a trip that left without a count of its load, until it arrives', async () => {
  const { report, loaded, departed, returned, close, reviews } = await openTwoTrips()
  await report(departed(1))
  await report(returned(1, 8))
  await report(loaded(2, 8), departed(2), returned(2, 8))
  await close()
  expect(await reviews()).toMatchObject([
    {
      kind: 'missing-load',
      plan: 'Nobody counted what this trip loaded.',
      fact: 'Departed. Trip 1.',
    },
  ])

  await report(loaded(1, 10))
  expect(await reviews()).toMatchObject([{ kind: 'route-closed' }])
})

test('rule 57: staff who close a route see both trips, and dismissing a gap changes no count', async () => {
  const { report, loaded, departed, close, reviews, decide, shop } = await openTwoTrips()
  await report(loaded(1, 10), departed(1))
  await report(loaded(2, 8))
  expect((await close()).status).toBe(200)
  const listed = await reviews()
  expect(listed.map(({ kind, fact }) => `${kind}: ${fact}`).toSorted()).toEqual([
    'missing-count: Loaded: 10 full, 0 empties, 0 damaged. Trip 1.',
    'missing-count: Loaded: 8 full, 0 empties, 0 damaged. Trip 2.',
  ])
  for (const { id } of listed) await decide(id, apiPaths.adminReviewDismiss)
  expect(await reviews()).toEqual([])
  await report(departed(2))
  expect(await reviews()).toMatchObject([{ kind: 'route-closed' }])
  expect(await shop.sql('select sum(loaded)::int as n from bottle_routes')).toEqual([{ n: 18 }])
})
