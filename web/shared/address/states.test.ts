import { expect, test } from 'vitest'
import { findStateCode, findStateName, normalizeState } from './states.ts'

test('a full name becomes its code before it is truncated', () => {
  expect(normalizeState('New York')).toBe('NY')
  expect(normalizeState(' new york ')).toBe('NY')
  expect(normalizeState('D.C.')).toBe('D.')
  expect(normalizeState('District of Columbia')).toBe('DC')
})

test('a code is converted to upper case', () => {
  expect(normalizeState('ny')).toBe('NY')
  expect(normalizeState('n')).toBe('N')
  expect(normalizeState('')).toBe('')
})

test('other text is truncated to two letters', () => {
  expect(normalizeState('Ontario')).toBe('ON')
})

test('codes and names map to each other', () => {
  expect(findStateCode('west virginia')).toBe('WV')
  expect(findStateCode('WV')).toBeUndefined()
  expect(findStateName('NE')).toBe('Nebraska')
  expect(findStateName('XX')).toBeUndefined()
})
