import { expect, test } from 'vitest'
import { describeRoute, fixtureBoard } from '#tests/support/routing/board-fixture.ts'
import { toChange } from '../drag/to-change.ts'
import { applyChange, type BoardChange } from './apply-change.ts'
import { findStop } from './lanes.ts'

const move = (name: string, truckId: string, trip: number, position: number): BoardChange => ({
  kind: 'move',
  stopId: `stop-${name}`,
  to: { truckId, trip, position },
})

test.each([
  ['a b c', move('c', 'blue', 1, 1), 'c a b (6)', 'x (2)'],
  ['a b c', move('a', 'blue', 1, 2), 'b a c (6)', 'x (2)'],
  ['a b c', move('b', 'red', 1, 2), 'a c (4)', 'x b (4)'],
  ['a b', move('b', 'blue', 2, 1), 'a (2) | b (2)', 'x (2)'],
  ['a | b', move('a', 'blue', 2, 1), 'a b (4)', 'x (2)'],
  ['a', move('a', 'red', 2, 1), '', 'x (2) | a (2)'],
  ['a b', move('unknown', 'red', 1, 1), 'a b (4)', 'x (2)'],
])('on "%s" a stop moves: %o', (before, change, blue, red) => {
  const board = applyChange(fixtureBoard({ blue: before, red: 'x' }), change)

  expect(describeRoute(board, 'blue')).toBe(blue)
  expect(describeRoute(board, 'red')).toBe(red)
})

test('positions are numbered again, and a stop on another truck has no planned time', () => {
  const before = fixtureBoard({ blue: 'a b c', red: 'x' })
  const stop = findStop(before, 'stop-b')?.stop
  if (stop) stop.plannedAt = '2026-03-05T15:00:00.000Z'

  const board = applyChange(before, move('b', 'red', 1, 1))

  expect(findStop(board, 'stop-c')?.stop.position).toBe(2)
  expect(findStop(board, 'stop-x')?.stop.position).toBe(2)
  expect(findStop(board, 'stop-b')?.stop.plannedAt).toBeNull()
  expect(describeRoute(before, 'blue')).toBe('a b c (6)')
})

test('an unplanned delivery starts the route of a truck, and returns when it is taken off', () => {
  const before = fixtureBoard({}, ['a', 'b'])
  const to = { truckId: 'blue', trip: 1, position: 1 }

  const added = applyChange(before, { kind: 'add', orderId: 'a', to })
  const removed = applyChange(added, { kind: 'remove', stopId: 'new-a' })

  expect(describeRoute(added, 'blue')).toBe('a (2)')
  expect(added.unplanned.map(({ orderId }) => orderId)).toEqual(['b'])
  expect(describeRoute(removed, 'blue')).toBe('')
  expect(removed.unplanned).toEqual([before.unplanned[1], before.unplanned[0]])
  expect(applyChange(added, { kind: 'add', orderId: 'a', to })).toBe(added)
})

test('a pin changes nothing else', () => {
  const before = fixtureBoard({ blue: 'a b' })
  const board = applyChange(before, { kind: 'pin', stopId: 'stop-a', pin: 'time' })

  expect(findStop(board, 'stop-a')?.stop).toEqual({
    ...findStop(before, 'stop-a')?.stop,
    pin: 'time',
  })
  expect(describeRoute(board, 'blue')).toBe('a b (4)')
})

test.each([
  ['a', 0, undefined],
  ['a', 1, undefined],
  ['a', 2, 'b a c (6)'],
  ['a', 3, 'b c a (6)'],
  ['c', 0, 'c a b (6)'],
  ['c', 2, undefined],
  ['c', 3, undefined],
])('stop %s dropped in gap %i of its trip', (name, index, after) => {
  const board = fixtureBoard({ blue: 'a b c' })
  const stop = findStop(board, `stop-${name}`)?.stop
  if (!stop) throw new Error('missing stop')

  const change = toChange({ kind: 'stop', stop }, { truckId: 'blue', trip: 1, index }, board)

  expect(change && describeRoute(applyChange(board, change), 'blue')).toBe(after)
})
