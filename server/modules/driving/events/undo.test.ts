import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'

test('rule 56: an undo of the only event of a stop opens its delivery again', async () => {
  const { phone, states, stops, reviews, decide } = await openDriving('a')
  await phone.tell({ type: 'departed' })
  const miss = phone.event(failed(stops[0]?.id))
  await phone.tell(miss)
  expect(await states()).toEqual(['cancelled failed failed'])
  await phone.tell({ type: 'superseded', supersedes: miss.eventId })
  expect(await states()).toEqual(['in-progress in-transit'])

  // As staff do when they dismiss what was told.
  await phone.tell(failed(stops[0]?.id), { ...delivered(stops[0]?.id, ''), payload: { lines: [] } })
  const [second] = await reviews()
  expect(await states()).toEqual(['cancelled failed failed'])
  await decide(second?.id ?? '', apiPaths.adminReviewAccept)
  expect(await states()).toEqual(['completed delivered'])
})
