import { expect, test } from 'vitest'
import { formatSigned } from './money.ts'

test.each([
  ['0.00', '$0.00'],
  ['999.99', '$999.99'],
  ['1000.00', '$1,000.00'],
  ['1234567.89', '$1,234,567.89'],
  ['-5.00', '-$5.00'],
  ['-98765.40', '-$98,765.40'],
  [undefined, '$0.00'],
])('%s is displayed as %s', (amount, text) => {
  expect(formatSigned(amount)).toBe(text)
})
