import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './formula-escaping.ts'

test('every text is restored exactly, and no exported cell is a formula', () => {
  const prefixes = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', "'", "'=", "''-", '＝')
  fc.assert(
    fc.property(prefixes, fc.string(), (prefix, rest) => {
      const text = prefix + rest
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }),
  )
})
