import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder } from '../pricing.ts'
import { refundableLines, refundItemCents } from './refund-items.ts'

const line = fc.record({
  label: fc.constant('Spring Water'),
  priceCents: fc.integer({ min: 1, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 30 }),
})

/** Refunds some units at a time; some of the refunds fail and are repeated later. */
type Step = { line: number; units: number; fails: boolean }
const step: fc.Arbitrary<Step> = fc.record({
  line: fc.nat(5),
  units: fc.integer({ min: 1, max: 30 }),
  fails: fc.boolean(),
})

test('rule 44: in any order and with any failures, all units add up to exactly the total', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.array(step, { maxLength: 40 }),
      (items, isRecurring, steps) => {
        const { lines, totalCents } = priceOrder(items, isRecurring)
        const taxed = lines.map((one) => ({ ...one, taxCents: one.kind === 'product' ? 7 : 0 }))
        const dueCents = totalCents + 7 * items.length
        const refunded: { line: number; quantity: number; cents: number }[] = []
        const left = () => refundableLines(taxed, refunded)
        for (const { line: n, units, fails } of [...steps, ...finish(items.length)]) {
          const target = left()[n]
          if (!target) continue
          const quantity = Math.min(units, target.quantity - target.refundedQuantity)
          if (quantity === 0) continue
          const cents = refundItemCents(target, quantity)
          expect(cents).toBeGreaterThanOrEqual(0)
          expect(target.refundedCents + cents).toBeLessThanOrEqual(target.cents)
          refunded.push({ line: target.line, quantity, cents })
          // A failed refund is taken out again; not the last ones.
          if (fails) refunded.splice(Math.floor(refunded.length / 2), 1)
        }
        expect(refunded.reduce((sum, { cents }) => sum + cents, 0)).toBe(dueCents)
        expect(left().every((one) => one.refundedQuantity === one.quantity)).toBe(true)
      },
    ),
  )
})

const finish = (lines: number): Step[] =>
  Array.from({ length: lines }, (_, n) => ({ line: n, units: 30, fails: false }))
