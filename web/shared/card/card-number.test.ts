import { expect, test } from 'vitest'
import {
  formatCardNumber,
  getBrand,
  getCodeLength,
  hasValidCheckDigit,
  isCompleteNumber,
} from './card-number.ts'

test('digits are grouped as on the card, and other characters are removed', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(formatCardNumber('4242-4242 42')).toBe('4242 4242 42')
  expect(formatCardNumber('42424')).toBe('4242 4')
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005')
  expect(formatCardNumber('')).toBe('')
})

test("digits beyond the brand's maximum length are removed", () => {
  expect(formatCardNumber('55555555555544449')).toBe('5555 5555 5555 4444')
  expect(formatCardNumber('3782822463100051')).toBe('3782 822463 10005')
})

test('the brand is derived from the first digits', () => {
  expect(getBrand('4')).toBe('Visa')
  expect(getBrand('5555 55')).toBe('Mastercard')
  expect(getBrand('2223')).toBe('Mastercard')
  expect(getBrand('37')).toBe('American Express')
  expect(getBrand('6011')).toBe('Discover')
  expect(getBrand('9')).toBeUndefined()
  expect(getBrand('')).toBeUndefined()
})

test('American Express has a four-digit security code, other brands three digits', () => {
  expect(getCodeLength('3782')).toBe(4)
  expect(getCodeLength('4242')).toBe(3)
})

test('a number is complete at a length of its brand', () => {
  expect(isCompleteNumber('4242 4242 4242 4242')).toBe(true)
  expect(isCompleteNumber('4242 4242 4242 424')).toBe(false)
  expect(isCompleteNumber('3782 822463 10005')).toBe(true)
})

test.each([
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
  '4000000000000341',
  '4000000000000069',
  '4000000000000127',
  '378282246310005',
])('the check digit of the test card %s is valid', (number) => {
  expect(hasValidCheckDigit(number)).toBe(true)
})

test('one wrong digit, or two swapped digits, fail the check', () => {
  expect(hasValidCheckDigit('4242424242424241')).toBe(false)
  expect(hasValidCheckDigit('4000000000000020')).toBe(false)
  expect(hasValidCheckDigit('')).toBe(false)
})
