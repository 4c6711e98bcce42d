import { expect, test } from 'vitest'
import { refundSchema } from './refund-schema.ts'

/** A disputed payment of $17.98, of which credit paid $5.00. */
const disputed = { refundable: '17.98', toCard: '12.98', asCredit: '5.00', items: [] }

const problems = (limits: Parameters<typeof refundSchema>[0], amount: string) => {
  const fields = { what: 'amount', quantities: {}, amount, destination: 'credit', reason: 'Broken' }
  const parsed = refundSchema(limits).safeParse(fields)
  return (parsed.error?.issues ?? []).map(({ message }) => message)
}

test('rule 44: of a disputed payment, only what credit paid can become credit', () => {
  expect(problems(disputed, '5.00')).toEqual([])
  expect(problems(disputed, '5.01')).toEqual([
    'At most $5.00 can become credit: the customer disputed the payment, so the bank has the rest.',
  ])
})

test('without this field of the backend all of it can become credit', () => {
  const { asCredit: _, ...limits } = disputed
  expect(problems(limits, '17.98')).toEqual([])
})
