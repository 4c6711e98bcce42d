import { expect, test } from 'vitest'
import { foldState, stateCodeOf, stateNameOf } from './states.ts'

test('a name that is written out becomes its code before it is cut', () => {
  expect(foldState('New York')).toBe('NY')
  expect(foldState(' new york ')).toBe('NY')
  expect(foldState('D.C.')).toBe('D.')
  expect(foldState('District of Columbia')).toBe('DC')
})

test('a code is written in capitals', () => {
  expect(foldState('ny')).toBe('NY')
  expect(foldState('n')).toBe('N')
  expect(foldState('')).toBe('')
})

test('anything else is cut to two letters', () => {
  expect(foldState('Ontario')).toBe('ON')
})

test('codes and names lead to each other', () => {
  expect(stateCodeOf('west virginia')).toBe('WV')
  expect(stateCodeOf('WV')).toBeUndefined()
  expect(stateNameOf('NE')).toBe('Nebraska')
  expect(stateNameOf('XX')).toBeUndefined()
})
