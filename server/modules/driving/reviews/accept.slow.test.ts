import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { addDueStops, cash } from '#tests/support/driving/due-stops.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { tender } from '#tests/support/orders/phone-order.ts'

const { adminReviewAccept: ACCEPT, adminReviewDismiss: DISMISS } = apiPaths

/** A stop where $17.98 is due, and what its order has received. */
async function openDue() {
  const driving = await openDriving('a')
  const { shop, staff } = driving
  const [stop] = await addDueStops(driving)
  const { id = '', orderId = '' } = stop ?? {}
  return {
    ...driving,
    stopId: id,
    record: (cents: number) =>
      staff.call<{ tenders: { id: string }[] }>(
        'POST',
        fillPath(apiPaths.adminOrderTenders, { id: orderId }),
        tender(cents),
      ),
    reverse: (tenderId: string) =>
      staff.call('POST', fillPath(apiPaths.adminTenderReverse, { id: orderId, tenderId }), {
        reason: 'Typed twice',
      }),
    refund: (body: object) =>
      staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), body),
    received: async () =>
      (
        await shop.sql<{ cents: number }>(
          'select coalesce(sum(amount_cents), 0)::int as cents from tenders where order_id = $1',
          [orderId],
        )
      )[0]?.cents,
  }
}

test('rule 58: more cash than is due stays listed until staff have recorded it', async () => {
  const { phone, stopId, reviews, decide, record, received } = await openDue()
  expect(await phone.report(cash(stopId, '50.00'))).toBe('review')
  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'payment', isApplied: false, canAccept: true })

  expect(await decide(review?.id ?? '', ACCEPT)).toMatchObject({
    status: 409,
    body: {
      code: 'cannot_accept',
      message:
        'This is more than the $17.98 still due. Correct the payments of the order manually, then dismiss this entry.',
    },
  })
  expect(await reviews()).toMatchObject([{ id: review?.id }])
  expect(await received()).toBe(0)

  await record(1_798)
  const again = await decide(review?.id ?? '', ACCEPT)
  expect(again.body).toMatchObject({ message: expect.stringContaining('Nothing is due') })
  expect(await decide(review?.id ?? '', DISMISS)).toMatchObject({ status: 200, body: [] })
  expect(await received()).toBe(1_798)
})

test('rule 58: accepting a payment books it once it is due', async () => {
  const { phone, stopId, reviews, decide, record, reverse, received } = await openDue()
  const mistaken = (await record(1_798)).body.tenders[0]?.id ?? ''
  expect(await phone.report(cash(stopId, '17.98'))).toBe('review')
  await reverse(mistaken)
  expect(await received()).toBe(0)
  const [review] = await reviews()

  expect(await decide(review?.id ?? '', ACCEPT)).toMatchObject({ status: 200, body: [] })

  expect(await received()).toBe(1_798)
})

test('an undone payment that cannot be reversed stays listed', async () => {
  const { shop, phone, stopId, reviews, decide, refund, received } = await openDue()
  const paid = phone.event(cash(stopId, '17.98'))
  await phone.report(paid)
  const inCash = { amount: '5.00', destination: 'tender', method: 'cash', reason: 'Late' }
  expect((await refund(inCash)).status).toBe(200)
  await shop.runJob('refund.send')
  await phone.report({ type: 'superseded', supersedes: paid.eventId })
  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'payment', isApplied: false, canAccept: true })

  const refused = await decide(review?.id ?? '', ACCEPT)

  expect(refused.body).toMatchObject({ code: 'cannot_accept' })
  expect(await reviews()).toHaveLength(1)
  expect(await received()).toBe(1_298)
})

test('an event that can never count is not accepted, and dismissing it changes nothing', async () => {
  const { phone, reviews, decide, states, setRoute, productId, a, b } = await openDriving('a', 'b')
  const event = phone.event(delivered(a, productId))
  await phone.report({ type: 'departed' }, event)
  await phone.report(
    { ...event, ...failed(a) },
    { ...phone.event(failed(b)), deviceSeq: event.deviceSeq },
    phone.event(delivered(randomUUID(), productId)),
    { ...phone.event({ type: 'departed' }), routeId: randomUUID() },
  )
  await setRoute({ status: 'closed' })
  const before = await states()
  const listed = await reviews()
  expect(listed.map(({ kind, canAccept }) => `${kind} ${canAccept}`).sort()).toEqual([
    'missing-events false',
    'same-id false',
    'same-number false',
    'unknown-route false',
    'unknown-stop false',
  ])

  for (const { id } of listed)
    expect(await decide(id, ACCEPT)).toMatchObject({
      status: 409,
      body: { code: 'cannot_accept', message: expect.stringContaining('enter it manually') },
    })
  expect(await reviews()).toHaveLength(5)
  for (const { id } of listed) expect((await decide(id, DISMISS)).status).toBe(200)

  expect(await reviews()).toEqual([])
  expect(await states()).toEqual(before)
})

test('rule 57: accepting the undo of another phone reverses that phone’s outcome', async () => {
  const { phone, openPhone, sam, reviews, decide, states, productId, a } = await openDriving('a')
  const reported = phone.event(delivered(a, productId))
  await phone.report(reported)
  const other = await openPhone(sam)
  await other.load()
  expect(await other.report({ type: 'superseded', supersedes: reported.eventId })).toBe('review')
  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'not-own', isApplied: false, canAccept: true })
  expect(await states()).toEqual(['completed delivered'])

  expect(await decide(review?.id ?? '', ACCEPT)).toMatchObject({ status: 200, body: [] })

  expect(await states()).toEqual(['pending scheduled'])
})
