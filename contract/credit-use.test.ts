import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from './checkout.ts'
import { creditToUse } from './credit-use.ts'

const cents = fc.integer({ min: 0, max: MAX_TOTAL_CENTS })
const total = fc.integer({ min: MIN_TOTAL_CENTS, max: MAX_TOTAL_CENTS })

test('rule 43: nothing or at least 50 cents are left to charge, and no credit is invented', () => {
  fc.assert(
    fc.property(total, cents, fc.boolean(), (totalCents, availableCents, needsCard) => {
      const used = creditToUse({ totalCents, availableCents, needsCard })
      const due = totalCents - used
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used).toBeLessThanOrEqual(availableCents)
      expect(due === 0 || due >= MIN_TOTAL_CENTS).toBe(true)
      if (needsCard) expect(due).toBeGreaterThanOrEqual(MIN_TOTAL_CENTS)
    }),
  )
})

test('rule 43: credit use is the highest that keeps the minimum, the balance and the total', () => {
  fc.assert(
    fc.property(total, cents, (totalCents, availableCents) => {
      const used = creditToUse({ totalCents, availableCents })
      const due = totalCents - used
      expect(used === availableCents || due === 0 || due === MIN_TOTAL_CENTS).toBe(true)
    }),
  )
})

test.each([
  [1798, 500, 500],
  [1798, 1798, 1798],
  [1798, 5000, 1798],
  [1798, 1797, 1748],
  [1798, 1748, 1748],
  [1798, 1749, 1748],
  [50, 49, 0],
  [50, 50, 50],
])('of a total of %i cents, %i cents of credit pay %i', (totalCents, availableCents, used) => {
  expect(creditToUse({ totalCents, availableCents })).toBe(used)
})
