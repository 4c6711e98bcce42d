import { type SQL, sql } from 'drizzle-orm'
import { creditEntries } from '#server/modules/credit/tables.ts'
import { depositOpenings } from '#server/modules/deposits/tables.ts'
import { invoiceGaps, orders } from '#server/modules/orders/tables.ts'
import { balanceTransactions, payouts } from '#server/modules/payments/balance/tables.ts'
import { intents, payments } from '#server/modules/payments/tables.ts'
import { tenders } from '#server/modules/payments/tenders/tables.ts'
import { matchedOrder, matchedPayment, orderLines } from './order-lines.ts'

/** The cells of a row behind the daily summary. Amounts are cents. */
export const transactionCells = [
  'at',
  'date',
  'kind',
  'orderId',
  'products',
  'discounts',
  'otherLines',
  'deposits',
  'tax',
  'creditUsed',
  'onAccount',
  'amount',
  'fee',
  'net',
  'tender',
  'credit',
  'currency',
  'sourceRef',
  'payoutId',
  'arrivesOn',
  'availableAt',
  'description',
] as const
export type TransactionCell = (typeof transactionCells)[number]

/** Rows of one kind, read in the order of an indexed key and their id. */
export type Section = {
  key: SQL
  keyType: 'timestamptz' | 'date'
  id: SQL
  idType: 'text' | 'uuid' | 'bigint'
  cells: Partial<Record<TransactionCell, SQL>>
  from: SQL
  where: SQL
}

const orderPayments = sql`${payments} join ${orders} on ${orders.id} = ${payments.orderId}`

function cardBalance(account: string): Section {
  const t = balanceTransactions
  return {
    key: sql`${t.createdAt}`,
    keyType: 'timestamptz',
    id: sql`${t.id}`,
    idType: 'text',
    cells: {
      at: sql`${t.createdAt}`,
      kind: sql`${t.category}`,
      orderId: sql`${intents.orderId}`,
      ...orderLines,
      amount: sql`${t.amountCents}`,
      fee: sql`${t.netCents} - ${t.amountCents}`,
      net: sql`${t.netCents}`,
      currency: sql`${t.currency}`,
      sourceRef: sql`${t.sourceRef}`,
      payoutId: sql`${t.payoutId}`,
      arrivesOn: sql`${payouts.arrivesOn}::text`,
      availableAt: sql`${t.availableAt}`,
      description: sql`${t.description}`,
    },
    from: sql`${t} left join ${intents} on ${intents.id} = ${t.intentId}
      left join ${payments} on ${matchedPayment}
      left join ${orders} on ${matchedOrder}
      left join ${payouts} on ${payouts.id} = ${t.payoutId}`,
    where: sql`${t.account} = ${account}`,
  }
}

const covered: Section = {
  key: sql`${payments.paidAt}`,
  keyType: 'timestamptz',
  id: sql`${orders.id}`,
  idType: 'uuid',
  cells: {
    at: sql`${payments.paidAt}`,
    kind: sql`'order_paid_by_credit'`,
    orderId: sql`${orders.id}`,
    ...orderLines,
  },
  from: orderPayments,
  where: sql`${payments.amountCents} = 0 and ${payments.kind} <> 'tender'`,
}

const onAccount: Section = {
  ...covered,
  key: sql`${orders.confirmedAt}`,
  cells: {
    ...covered.cells,
    at: sql`${orders.confirmedAt}`,
    kind: sql`'order_on_account'`,
    onAccount: sql`-${payments.amountCents}`,
  },
  where: sql`${payments.kind} = 'tender'`,
}

const negated = Object.fromEntries(
  Object.entries(orderLines).map(([name, cents]) => [name, sql`-(${cents})`]),
)

const onAccountCancelled: Section = {
  ...onAccount,
  key: sql`${orders.cancelledAt}`,
  cells: {
    ...onAccount.cells,
    ...negated,
    at: sql`${orders.cancelledAt}`,
    kind: sql`'order_on_account_cancelled'`,
    onAccount: sql`${payments.amountCents}`,
  },
  where: sql`${payments.kind} = 'tender' and ${orders.status} = 'cancelled'
    and ${orders.confirmedAt} is not null`,
}

const received: Section = {
  key: sql`${tenders.receivedOn}`,
  keyType: 'date',
  id: sql`${tenders.id}`,
  idType: 'uuid',
  cells: {
    date: sql`${tenders.receivedOn}::text`,
    kind: sql`${tenders.method}`,
    orderId: sql`${tenders.orderId}`,
    tender: sql`${tenders.amountCents}`,
  },
  from: sql`${tenders}`,
  where: sql`true`,
}

const credit: Section = {
  key: sql`${creditEntries.createdAt}`,
  keyType: 'timestamptz',
  id: sql`${creditEntries.id}`,
  idType: 'bigint',
  cells: {
    at: sql`${creditEntries.createdAt}`,
    kind: sql`'credit_' || ${creditEntries.kind}`,
    orderId: sql`${creditEntries.orderId}`,
    credit: sql`${creditEntries.cents}`,
  },
  from: sql`${creditEntries}`,
  where: sql`${creditEntries.kind} in
    ('refund', 'deposit_returned', 'goodwill', 'missed_delivery', 'forfeited')`,
}

/** Rule 67: deposits that were paid in the system before. */
const openings: Section = {
  key: sql`${depositOpenings.at}`,
  keyType: 'timestamptz',
  id: sql`${depositOpenings.id}`,
  idType: 'uuid',
  cells: {
    at: sql`${depositOpenings.at}`,
    kind: sql`'deposit_moved_in'`,
    deposits: sql`${depositOpenings.cents}`,
  },
  from: sql`${depositOpenings}`,
  where: sql`${depositOpenings.cents} > 0`,
}

/** AU22: without an amount, so that the accountant can explain the gap. */
const skippedInvoices: Section = {
  key: sql`${invoiceGaps.createdAt}`,
  keyType: 'timestamptz',
  id: sql`${invoiceGaps.firstNumber}`,
  idType: 'bigint',
  cells: {
    at: sql`${invoiceGaps.createdAt}`,
    kind: sql`'invoice_numbers_skipped'`,
    description: sql`'Invoice numbers ' || ${invoiceGaps.firstNumber} || ' to ' ||
      ${invoiceGaps.lastNumber} || ' were skipped because a backup was restored.'`,
  },
  from: sql`${invoiceGaps}`,
  where: sql`true`,
}

/** The card balance first, then all other money, in the order of the summary's columns. */
export const transactionSections = (account: string): readonly Section[] => [
  cardBalance(account),
  covered,
  onAccount,
  onAccountCancelled,
  received,
  credit,
  openings,
  skippedInvoices,
]
