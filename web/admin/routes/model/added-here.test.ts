import { expect, test } from 'vitest'
import { describeRoute, fixtureBoard } from '#tests/support/routing/board-fixture.ts'
import { getFirstId, newStopId, withFirstIds } from './added-here.ts'
import { applyChange } from './apply-change.ts'
import { findStop } from './lanes.ts'

const server = () => fixtureBoard({ blue: 'a b', red: 'x' })
const saved = new Map([[newStopId('b'), 'stop-b']])
const first = { truckId: 'blue', trip: 1, position: 1 }

test.each([
  ['is saved', saved, new Set<string>()],
  ['is on the board before the answer', new Map(), new Set(['b'])],
])('a stop that was added here keeps its first id when it %s', (_, known, adding) => {
  const board = withFirstIds(server(), known, adding)

  expect(board.routes[0]?.trips[0]?.stops.map(getFirstId)).toEqual(['stop-a', 'new-b'])
  expect(findStop(board, 'new-b')?.stop.id).toBe('stop-b')
  expect(findStop(board, 'stop-b')?.stop.id).toBe('stop-b')
  expect(findStop(board, 'new-a')).toBeUndefined()
})

test('changes of an added stop are made to the saved one', () => {
  const board = withFirstIds(server(), saved, new Set())

  const moved = applyChange(board, { kind: 'move', stopId: 'new-b', to: first })
  const removed = applyChange(board, { kind: 'remove', stopId: 'new-b' })
  const pinned = applyChange(board, { kind: 'pin', stopId: 'new-b', pin: 'time' })

  expect(describeRoute(moved, 'blue')).toBe('b a (4)')
  expect(moved.routes[0]?.trips[0]?.stops.map(getFirstId)).toEqual(['new-b', 'stop-a'])
  expect(describeRoute(removed, 'blue')).toBe('a (2)')
  expect(findStop(pinned, 'stop-b')?.stop.pin).toBe('time')
})

test('a stop that someone else added is not taken for the one that could not be added', () => {
  const board = withFirstIds(server(), new Map(), new Set())

  expect(applyChange(board, { kind: 'move', stopId: 'new-b', to: first })).toBe(board)
})

test('a stop that was not delivered keeps its id while its order is added again', () => {
  const before = server()
  const failed = findStop(before, 'stop-b')?.stop
  if (failed) failed.status = 'cancelled'

  const board = withFirstIds(before, new Map(), new Set(['b']))

  expect(board.routes[0]?.trips[0]?.stops.map(getFirstId)).toEqual(['stop-a', 'stop-b'])
})
