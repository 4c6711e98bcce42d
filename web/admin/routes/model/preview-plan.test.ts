import { expect, test } from 'vitest'
import { describeRoute, fixtureBoard } from '#tests/support/routing/board-fixture.ts'
import { findStop } from './lanes.ts'
import { previewPlan } from './preview-plan.ts'

const plannedAt = '2026-03-05T15:00:00.000Z'
const planned = (truckId: string, ...orders: string[]) => ({
  truckId,
  trips: [{ stops: orders.map((orderId) => ({ orderId, plannedAt })), load: orders.length * 2 }],
  minutes: 60,
  distance: 10,
})

test('the preview shows the plan, and keeps trucks that it leaves alone', () => {
  const board = fixtureBoard({ blue: 'a b', red: 'c d' }, ['e', 'f'])

  const preview = previewPlan(board, { routes: [planned('blue', 'e', 'b', 'c')] })

  expect(describeRoute(preview, 'blue')).toBe('e b c (6)')
  expect(preview.routes.find(({ truckId }) => truckId === 'red')?.trips[0]?.stops).toHaveLength(1)
  expect(preview.unplanned.map(({ orderId }) => orderId)).toEqual(['f'])
  expect(findStop(preview, 'stop-b')?.stop).toMatchObject({ position: 2, plannedAt })
  expect(findStop(preview, 'plan-e')?.stop).toMatchObject({ position: 1, status: 'pending' })
  expect(describeRoute(board, 'blue')).toBe('a b (4)')
})

test('a delivery that has left the board since is left out of the preview', () => {
  const preview = previewPlan(fixtureBoard({}, ['a']), { routes: [planned('blue', 'gone', 'a')] })

  expect(preview.routes[0]?.trips[0]?.stops.map(({ orderId }) => orderId)).toEqual(['a'])
})
