import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { addDueStops, cash } from '#tests/support/driving/due-stops.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { listAddedStops } from './list-added-stops.ts'

/** Sam has delivered a, and staff have closed the route. His second phone was silent so far. */
async function openClosed() {
  const driving = await openDriving('a')
  const { phone, openPhone, sam, setRoute, a, productId } = driving
  const other = await openPhone(sam)
  await other.load()
  const first = phone.event(delivered(a, productId))
  await phone.report({ type: 'departed' }, first)
  await other.report({ type: 'note', payload: { note: 'Here' } })
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

  expect(await other.report(failed(a))).toBe('review')

  expect(await listed()).toEqual(['second-outcome false'])
  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect(await states()).toEqual(['cancelled failed failed'])
  expect(await reviews()).toEqual([])
})

test('a second outcome that counts after an undo is listed with its own reason', async () => {
  const { shop, phone, other, first, listed, decide, a } = await openClosed()
  await other.report(failed(a))
  await phone.report({ type: 'superseded', supersedes: first.eventId })

  expect((await listed()).sort()).toEqual(['route-closed true', 'route-closed true'])
  const [superseded] = await shop.sql<{ id: string }>(
    "select id from driver_reviews where kind = 'second-outcome'",
  )
  const late = await decide(superseded?.id ?? '', apiPaths.adminReviewAccept)
  expect(late).toMatchObject({ status: 409, body: { code: 'already_answered' } })
})

test('a decision on a review that is no longer listed is rejected', async () => {
  const { shop, other, decide, states, a } = await openClosed()
  await other.report(failed(a))
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
  await phone.report(again)
  expect(await listed()).toEqual(['route-closed true'])

  await phone.report({ ...undo, deviceSeq: 99, supersedes: again.eventId })
  expect((await listed()).sort()).toEqual(['route-closed false', 'route-closed true'])
})

test('a payment after the closing that is not booked is listed once, and not as counted', async () => {
  const driving = await openDriving('a')
  const { phone, setRoute, reviews } = driving
  const [stop] = await addDueStops(driving)
  await phone.report({ type: 'departed' })
  await setRoute({ status: 'closed' })

  expect(await phone.report(cash(stop?.id, '50.00'))).toBe('review')

  expect(await reviews()).toMatchObject([{ kind: 'payment', isApplied: false }])
})

test('missing events of a phone are listed next to the review of its last event', async () => {
  const { shop, phone, setRoute, reviews, decide } = await openDriving('a')
  await phone.report({ type: 'departed' })
  phone.event({ type: 'note', payload: { note: 'Never sent' } })
  await phone.report({ type: 'stop-added', payload: { name: 'Dock' } })
  await setRoute({ status: 'closed' })
  const listed = await reviews()
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['added-stop', 'missing-events'])

  const added = listed.find(({ kind }) => kind === 'added-stop')
  const [onBoard] = await listAddedStops(shop.deps.db, DATE)
  expect(onBoard?.reviewId).toBe(added?.id)
  await decide(added?.id ?? '', apiPaths.adminReviewAccept)

  expect(await reviews()).toMatchObject([{ kind: 'missing-events', isApplied: false }])
})

/** Counts that the driver corrected twice before the phone was online, after the closing. */
async function openCorrected() {
  const driving = await openDriving('a')
  const { phone, setRoute, a, productId } = driving
  await phone.report({ type: 'departed' })
  await setRoute({ status: 'closed' })
  const counts = [4, 3, 2].map((full) => phone.event(delivered(a, productId, full, 0)))
  const [first, second, third] = counts
  const corrected = { ...second, supersedes: first?.eventId }
  await phone.send([first, corrected, { ...third, supersedes: second?.eventId }])
  return {
    ...driving,
    first,
    third,
    findReviewId: async (full: number) =>
      (await driving.reviews()).find(({ fact }) => fact.includes(`${full} full`))?.id ?? '',
    readStop: () =>
      driving.shop.sql(
        `select s.outcome_at, t.outcome_event_id from schedules s
         join stop_states t on t.stop_id = s.id where s.id = $1`,
        [a],
      ),
  }
}

test.each([4, 3])(
  'putting aside the count of %i, which its own phone has corrected, changes nothing',
  async (full) => {
    const { shop, decide, findReviewId, readStop, third } = await openCorrected()
    const before = await readStop()
    expect(before).toMatchObject([{ outcome_event_id: third?.eventId }])
    shop.clock.advance(60_000)
    const { status } = await decide(await findReviewId(full), apiPaths.adminReviewDismiss)
    expect(status).toBe(200)
    expect(await readStop()).toEqual(before)
  },
)

test('dismissing the correction that counts takes it back', async () => {
  const { decide, findReviewId, readStop, third } = await openCorrected()
  await decide(await findReviewId(2), apiPaths.adminReviewDismiss)
  const [stop] = await readStop()
  expect(stop).not.toMatchObject({ outcome_event_id: third?.eventId })
})
