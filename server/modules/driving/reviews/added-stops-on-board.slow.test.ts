import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openDriving } from '#tests/support/driving/open-driving.ts'
import { followEvents } from '#tests/support/routing/follow-events.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** The driver of Blue is out and stops at a dock that no one planned, ten minutes later. */
async function openDock() {
  const driving = await openDriving('a')
  const { shop, phone, blue } = driving
  await phone.report({ type: 'departed' })
  shop.clock.advance(10 * 60_000)
  const lines = [{ productId: shop.products[0]?.id ?? '', full: 3, empties: 2, damaged: 1 }]
  return {
    ...driving,
    dock: phone.event({ type: 'stop-added', payload: { name: 'Dock', lines } }),
    added: async () => (await driving.findRoute(blue)).addedStops,
  }
}

const shown = { name: 'Dock', trip: 1, at: `${DATE}T14:10:00.000Z`, left: 3, taken: 3 }

test('rule 58: the board shows a stop that the driver added, with its review', async () => {
  const { phone, dock, added, reviews, read, red } = await openDock()
  expect(await added()).toEqual([])

  await phone.report(dock)

  const [review] = await reviews()
  expect(await added()).toEqual([{ ...shown, id: dock.eventId, reviewId: review?.id }])
  const others = (await read()).routes.filter(({ truckId }) => truckId === red)
  expect(others.flatMap(({ addedStops }) => addedStops ?? [])).toEqual([])
  expect((await read('2026-03-06')).routes).toEqual([])
})

test('rule 57: an added stop stays on the board once staff accept it, and leaves it if dismissed', async () => {
  const { phone, dock, added, reviews, decide } = await openDock()
  await phone.report(dock, { type: 'stop-added' })
  // Both came at once, so they are listed in any order.
  for (const { id, fact } of await reviews())
    await decide(
      id,
      fact.includes('Dock') ? apiPaths.adminReviewAccept : apiPaths.adminReviewDismiss,
    )

  expect(await added()).toEqual([{ ...shown, id: dock.eventId, reviewId: null }])
})

test('rule 56: an added stop that is undone leaves the board, also after staff accepted it', async () => {
  const { phone, dock, added, reviews, decide } = await openDock()
  await phone.report(dock)
  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  const undo = phone.event({ type: 'superseded', supersedes: dock.eventId })

  await phone.report(undo)
  expect(await added()).toEqual([])

  await phone.report({ type: 'superseded', supersedes: undo.eventId })
  expect(await added()).toMatchObject([shown])
})

test('rule 57: an added stop is shown on a closed route, but not while staff review it', async () => {
  const { shop, phone, dock, added, reviews, decide, setRoute, sam } = await openDock()
  await shop.sql('update drivers set is_disabled = true, disabled_at = $2 where id = $1', [
    sam,
    new Date(0),
  ])
  await phone.send([dock], phone.key())
  expect(await added()).toEqual([])
  await setRoute({ status: 'closed' })

  const waiting = (await reviews()).find(({ kind }) => kind === 'driver-disabled')
  await decide(waiting?.id ?? '', apiPaths.adminReviewAccept)

  expect(await added()).toMatchObject([{ ...shown, reviewId: null }])
})

test('a screen is notified when a driver adds a stop, undoes it, and when staff answer', async () => {
  const { shop, staff, phone, dock, reviews, decide } = await openDock()
  const { next } = await followEvents(`${shop.url}${apiPaths.adminRouteEvents}?date=${DATE}`, staff)
  expect(await next()).toEqual({ date: DATE })
  const accept = async () => {
    const [review] = await reviews()
    await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  }

  const changes = [
    () => phone.report(dock),
    accept,
    () => phone.report({ type: 'superseded', supersedes: dock.eventId }),
  ]
  for (const change of changes) {
    await change()
    expect(await next()).toEqual({ date: DATE })
  }
})
