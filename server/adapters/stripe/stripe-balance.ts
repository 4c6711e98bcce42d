import type Stripe from 'stripe'
import {
  type BalanceProvider,
  type BalanceTransaction,
  type CardPayout,
  type PayoutStatus,
  payoutStatuses,
} from '#server/modules/payments/balance/port.ts'
import { requestOptions } from './call-stripe.ts'
import { readEach, seconds } from './read-each.ts'

const PAGE = 100

/** Balance transactions and payouts, read page by page to the end. */
export function stripeBalance(stripe: Stripe): BalanceProvider {
  const transactions = (params: Stripe.BalanceTransactionListParams) =>
    readEach(
      () =>
        stripe.balanceTransactions.list(
          // A transaction names its charge or refund, and only that names the payment.
          { ...params, expand: ['data.source'], limit: PAGE },
          requestOptions('background'),
        ),
      readBalanceTransaction,
    )
  return {
    balanceTransactions: (from, to) =>
      transactions({ created: { gte: seconds(from), lt: seconds(to) } }),

    payoutTransactions: (payoutId) => transactions({ payout: payoutId }),

    payoutsSince: (since) =>
      readEach(
        () =>
          stripe.payouts.list(
            { created: { gte: seconds(since) }, limit: PAGE },
            requestOptions('background'),
          ),
        readPayout,
      ),
  }
}

export function readBalanceTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, amount, fee, net, currency, source, created } = transaction
  return {
    id,
    category: transaction.reporting_category,
    amountCents: amount,
    feeCents: fee,
    netCents: net,
    currency,
    sourceRef: toReference(source),
    intentId: toIntentId(source),
    description: transaction.description,
    createdAt: new Date(created * 1000),
    availableAt: new Date(transaction.available_on * 1000),
  }
}

export const readPayout = (payout: Stripe.Payout): CardPayout => ({
  id: payout.id,
  amountCents: payout.amount,
  currency: payout.currency,
  status: toPayoutStatus(payout.status),
  isItemized: payout.reconciliation_status === 'completed',
  isAutomatic: payout.automatic,
  // Stripe gives midnight UTC of the day.
  arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  transactionId: toReference(payout.balance_transaction),
  createdAt: new Date(payout.created * 1000),
})

/** An unknown status counts as pending, so that it is read again. */
const toPayoutStatus = (status: string): PayoutStatus =>
  payoutStatuses.find((known) => known === status) ?? 'pending'

function toReference(source: { id: string } | string | null): string | null {
  return typeof source === 'string' ? source : (source?.id ?? null)
}

function toIntentId(source: Stripe.BalanceTransaction['source']): string | null {
  if (typeof source !== 'object' || source === null || !('payment_intent' in source)) return null
  return toReference(source.payment_intent)
}
