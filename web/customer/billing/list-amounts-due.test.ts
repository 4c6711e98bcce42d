import { expect, test } from 'vitest'
import { adaptInvoice } from '#web/api/adapt/order.ts'
import { listAmountsDue } from './list-amounts-due.ts'

const invoice = (change: object) =>
  adaptInvoice({
    invoiceId: 'a',
    invoiceNumber: 'INV-1',
    total: '20.00',
    paymentStatus: 'due',
    ...change,
  })

test('the amount due of an order follows from its tenders and reversals', () => {
  const tenders = [{ amount: '15.00' }, { amount: '5.00' }, { amount: '-5.00' }]
  expect(listAmountsDue([invoice({ tenders, paymentDueOn: '2026-12-01' })])).toEqual([
    { orderId: 'a', invoiceNumber: 'INV-1', dueOn: '2026-12-01', cents: 500 },
  ])
})

test('paid, cancelled and covered orders are not due, and the earliest due date comes first', () => {
  const invoices = [
    invoice({ paymentStatus: 'paid' }),
    invoice({ status: 'cancelled' }),
    invoice({ tenders: [{ amount: '20.00' }] }),
    invoice({ invoiceId: 'b', paymentDueOn: '2026-12-02' }),
    invoice({ invoiceId: 'c' }),
  ]
  expect(listAmountsDue(invoices).map(({ orderId }) => orderId)).toEqual(['c', 'b'])
})

test('a backend without terms has no amounts due', () => {
  expect(listAmountsDue([adaptInvoice({ total: 12 }), adaptInvoice(undefined)])).toEqual([])
})
