import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'

test('rule 56: an undo of the only event of a stop opens its delivery again', async () => {
  const { phone, states, stops, reviews, decide } = await openDriving('a')
  await phone.report({ type: 'departed' })
  const miss = phone.event(failed(stops[0]?.id))
  await phone.report(miss)
  expect(await states()).toEqual(['cancelled failed failed'])
  await phone.report({ type: 'superseded', supersedes: miss.eventId })
  expect(await states()).toEqual(['in-progress in-transit'])

  // As staff do when they dismiss what was reported.
  await phone.report(failed(stops[0]?.id), {
    ...delivered(stops[0]?.id, ''),
    payload: { lines: [] },
  })
  const [second] = await reviews()
  expect(await states()).toEqual(['cancelled failed failed'])
  await decide(second?.id ?? '', apiPaths.adminReviewAccept)
  expect(await states()).toEqual(['completed delivered'])
})

test('rule 57: an undo opens no stop of an order that staff have cancelled', async () => {
  const { shop, phone, staff, states, stops } = await openDriving('a')
  const [a] = stops
  const mistaken = phone.event(delivered(a?.id, shop.products[0]?.id ?? ''))
  await phone.report({ type: 'departed' }, mistaken)
  const path = fillPath(apiPaths.adminOrder, { id: a?.orderId ?? '' })
  expect((await staff.call('PATCH', path, { status: 'cancelled' })).status).toBe(200)

  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })

  expect(await states()).toEqual(['cancelled scheduled'])
})
