import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { addDueStops, cash } from '#tests/support/driving/due-stops.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { listAddedStops } from './list-added-stops.ts'

/** Sam has delivered a, and the office has closed the route. His second phone was silent so far. */
async function openClosed() {
  const driving = await openDriving('a')
  const { phone, openPhone, sam, setRoute, a, productId } = driving
  const other = await openPhone(sam)
  await other.load()
  const first = phone.event(delivered(a, productId))
  await phone.tell({ type: 'departed' }, first)
  await other.tell({ type: 'note', payload: { note: 'Here' } })
  expect((await setRoute({ status: 'closed' })).status).toBe(200)
  return {
    ...driving,
    other,
    first,
    listed: async () =>
      (await driving.reviews()).map(({ kind, isApplied }) => `${kind} ${isApplied}`),
  }
}

test('a second outcome after the closing is listed once, and not as counted', async () => {
  const { other, reviews, decide, states, listed, a } = await openClosed()

  expect(await other.tell(failed(a))).toBe('review')

  expect(await listed()).toEqual(['second-outcome false'])
  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect(await states()).toEqual(['cancelled failed failed'])
  expect(await reviews()).toEqual([])
})

test('a second outcome that counts because the first was undone is listed as what it is', async () => {
  const { shop, phone, other, first, listed, decide, a } = await openClosed()
  await other.tell(failed(a))
  await phone.tell({ type: 'superseded', supersedes: first.eventId })

  expect((await listed()).sort()).toEqual(['route-closed true', 'route-closed true'])
  const [settled] = await shop.sql<{ id: string }>(
    "select id from driver_reviews where kind = 'second-outcome'",
  )
  const late = await decide(settled?.id ?? '', apiPaths.adminReviewAccept)
  expect(late).toMatchObject({ status: 409, body: { code: 'already_answered' } })
})

test('a decision on what staff no longer see is refused', async () => {
  const { shop, other, decide, states, a } = await openClosed()
  await other.tell(failed(a))
  const [hidden] = await shop.sql<{ id: string }>(
    "select id from driver_reviews where kind = 'route-closed'",
  )

  const reply = await decide(hidden?.id ?? '', apiPaths.adminReviewDismiss)

  expect(reply).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(await states()).toEqual(['completed delivered'])
})

test('an outcome that was undone is not shown as counted', async () => {
  const { phone, first, listed } = await openClosed()
  const undo = phone.event({ type: 'superseded', supersedes: first.eventId })
  const again = phone.event({ ...failed(first.stopId ?? ''), supersedes: first.eventId })
  await phone.tell(again)
  expect(await listed()).toEqual(['route-closed true'])

  await phone.tell({ ...undo, deviceSeq: 99, supersedes: again.eventId })
  expect((await listed()).sort()).toEqual(['route-closed false', 'route-closed true'])
})

test('a payment after the closing that is not booked is listed once, and not as counted', async () => {
  const driving = await openDriving('a')
  const { phone, setRoute, reviews } = driving
  const [stop] = await addDueStops(driving)
  await phone.tell({ type: 'departed' })
  await setRoute({ status: 'closed' })

  expect(await phone.tell(cash(stop?.id, '50.00'))).toBe('review')

  expect(await reviews()).toMatchObject([{ kind: 'payment', isApplied: false }])
})

test('missing entries of a phone are listed beside what its last entry needs', async () => {
  const { shop, phone, setRoute, reviews, decide } = await openDriving('a')
  await phone.tell({ type: 'departed' })
  phone.event({ type: 'note', payload: { note: 'Never sent' } })
  await phone.tell({ type: 'stop-added', payload: { name: 'Dock' } })
  await setRoute({ status: 'closed' })
  const listed = await reviews()
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['added-stop', 'missing-events'])

  const added = listed.find(({ kind }) => kind === 'added-stop')
  const [onBoard] = await listAddedStops(shop.deps.db, DATE)
  expect(onBoard?.reviewId).toBe(added?.id)
  await decide(added?.id ?? '', apiPaths.adminReviewAccept)

  expect(await reviews()).toMatchObject([{ kind: 'missing-events', isApplied: false }])
})
