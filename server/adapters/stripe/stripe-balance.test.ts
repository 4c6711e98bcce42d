import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { readBalanceTransaction, readPayout } from './stripe-balance.ts'

const transaction = {
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 1_000,
  available_on: 1_772_755_200,
  created: 1_772_625_600,
  currency: 'usd',
  description: null,
  fee: 59,
  net: 941,
  reporting_category: 'charge',
  source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' },
  type: 'charge',
} as unknown as Stripe.BalanceTransaction

test('a transaction is read with its payment, which its source names', () => {
  expect(readBalanceTransaction(transaction)).toEqual({
    id: 'txn_1',
    category: 'charge',
    amountCents: 1_000,
    feeCents: 59,
    netCents: 941,
    currency: 'usd',
    sourceRef: 'ch_1',
    intentId: 'pi_1',
    description: null,
    createdAt: new Date('2026-03-04T12:00:00Z'),
    availableAt: new Date('2026-03-06T00:00:00Z'),
  })
})

test('a source without a payment, or none at all, is read as such', () => {
  const read = (source: unknown) => {
    const { sourceRef, intentId } = readBalanceTransaction({
      ...transaction,
      source: source as Stripe.BalanceTransaction['source'],
    })
    return [sourceRef, intentId]
  }
  expect(read({ id: 're_1', object: 'refund', payment_intent: { id: 'pi_2' } })).toEqual([
    're_1',
    'pi_2',
  ])
  expect(read({ id: 'po_1', object: 'payout' })).toEqual(['po_1', null])
  expect(read({ id: 'ch_1', object: 'charge', payment_intent: null })).toEqual(['ch_1', null])
  expect(read('ch_1')).toEqual(['ch_1', null])
  expect(read(null)).toEqual([null, null])
})

test('a payout is itemized when Stripe has assigned its transactions', () => {
  const payout = {
    id: 'po_1',
    amount: 941,
    arrival_date: 1_772_841_600,
    automatic: true,
    balance_transaction: 'txn_2',
    created: 1_772_755_200,
    currency: 'usd',
    reconciliation_status: 'completed',
    status: 'in_transit',
  } as Stripe.Payout
  expect(readPayout(payout)).toEqual({
    id: 'po_1',
    amountCents: 941,
    currency: 'usd',
    status: 'in_transit',
    isItemized: true,
    isAutomatic: true,
    arrivesOn: '2026-03-07',
    transactionId: 'txn_2',
    createdAt: new Date('2026-03-06T00:00:00Z'),
  })
  expect(readPayout({ ...payout, reconciliation_status: 'in_progress' }).isItemized).toBe(false)
  expect(readPayout({ ...payout, automatic: false }).isAutomatic).toBe(false)
  expect(readPayout({ ...payout, status: 'unheard_of' }).status).toBe('pending')
})
