import { expect, test } from 'vitest'
import { findStateCode, findStateName, normalizeState } from './states.ts'

test('a name that is written out becomes its code before it is cut', () => {
  expect(normalizeState('New York')).toBe('NY')
  expect(normalizeState(' new york ')).toBe('NY')
  expect(normalizeState('D.C.')).toBe('D.')
  expect(normalizeState('District of Columbia')).toBe('DC')
})

test('a code is written in capitals', () => {
  expect(normalizeState('ny')).toBe('NY')
  expect(normalizeState('n')).toBe('N')
  expect(normalizeState('')).toBe('')
})

test('anything else is cut to two letters', () => {
  expect(normalizeState('Ontario')).toBe('ON')
})

test('codes and names lead to each other', () => {
  expect(findStateCode('west virginia')).toBe('WV')
  expect(findStateCode('WV')).toBeUndefined()
  expect(findStateName('NE')).toBe('Nebraska')
  expect(findStateName('XX')).toBeUndefined()
})
