import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defused, restored } from './cells.ts'

test('every text comes back as it went out, and goes out as no formula', () => {
  const beginning = fc.constantFrom(
    '',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    "'",
    "'=",
    "''-",
    '＝',
  )
  fc.assert(
    fc.property(beginning, fc.string(), (first, rest) => {
      const text = first + rest
      expect(restored(defused(text))).toBe(text)
      expect(defused(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }),
  )
})
