import { expect, test } from 'vitest'
import { idAfter, neighborFor, withMoved } from './reorder.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('a product is moved in front of another one or to the end', () => {
  expect(ids(withMoved(rows, 'c', 'a'))).toBe('cabd')
  expect(ids(withMoved(rows, 'a', 'd'))).toBe('bcad')
  expect(ids(withMoved(rows, 'b', null))).toBe('acdb')
})

test('a move to itself or to an unknown product changes nothing', () => {
  expect(withMoved(rows, 'b', 'b')).toBe(rows)
  expect(withMoved(rows, 'b', 'x')).toBe(rows)
  expect(withMoved(rows, 'x', 'a')).toBe(rows)
})

test('moving up and down passes the neighbor', () => {
  expect(neighborFor(rows, rows, 'b', -1)).toEqual({ beforeId: 'a' })
  expect(neighborFor(rows, rows, 'b', 1)).toEqual({ beforeId: 'd' })
  expect(neighborFor(rows, rows, 'c', 1)).toEqual({ beforeId: null })
  expect(neighborFor(rows, rows, 'a', -1)).toBeUndefined()
  expect(neighborFor(rows, rows, 'd', 1)).toBeUndefined()
})

test('in a filtered list a product passes the next visible one', () => {
  const visible = [{ id: 'a' }, { id: 'c' }]
  const move = neighborFor(rows, visible, 'a', 1)
  expect(ids(withMoved(rows, 'a', move?.beforeId ?? null))).toBe('bcad')
})

test('the last product has no successor', () => {
  expect(idAfter(rows, 'd')).toBeNull()
})
