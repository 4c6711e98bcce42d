import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder } from '../pricing.ts'
import { refundableLines, refundItemCents } from './refund-items.ts'

const line = fc.record({
  label: fc.constant('Spring Water'),
  priceCents: fc.integer({ min: 1, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 30 }),
})

const charges = fc.record({
  tax: fc.option(fc.record({ ratePpm: fc.integer({ min: 0, max: 250_000 }) }), { nil: undefined }),
  deposit: fc.option(
    fc.record({
      bottleCents: fc.integer({ min: 1, max: 10_000 }),
      bottlesOnDeposit: fc.nat(20),
      isTaxable: fc.boolean(),
    }),
    { nil: undefined },
  ),
})

/** Refunds some units at a time; some of the refunds fail and are repeated later. */
type Step = { line: number; units: number; fails: boolean }
const step: fc.Arbitrary<Step> = fc.record({
  line: fc.nat(5),
  units: fc.integer({ min: 1, max: 30 }),
  fails: fc.boolean(),
})

test('rule 44: in any order and with any failures, all units, tax and deposit add up to the total', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.array(step, { maxLength: 40 }),
      charges,
      (items, isRecurring, steps, added) => {
        const { lines, totalCents } = priceOrder(items, isRecurring, added)
        const refunded: { line: number; quantity: number; cents: number }[] = []
        const left = () => refundableLines(lines, refunded)
        for (const { line: n, units, fails } of [...steps, ...finish(items.length + 1)]) {
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
        expect(refunded.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents)
        expect(left().every((line) => line.refundedQuantity === line.quantity)).toBe(true)
      },
    ),
  )
})

const finish = (lines: number): Step[] =>
  Array.from({ length: lines }, (_, n) => ({ line: n, units: 200, fails: false }))
