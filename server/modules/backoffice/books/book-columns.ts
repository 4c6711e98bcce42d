import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { BookColumn } from '#contract/staff/books.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'
import type { BookTransaction } from './list-transactions.ts'
import type { DayCents } from './read-days.ts'

export type DayRow = DayCents & { balance: number }

const dayLabels: Record<BookColumn, string> = {
  products: 'Products',
  discounts: 'Discounts',
  otherLines: 'Other charges',
  deposits: 'Deposits',
  tax: 'Sales tax',
  creditUsed: 'Credit used',
  onAccount: 'On account',
  unmatched: 'Other card payments',
  cardPayments: 'Card payments',
  cardRefunds: 'Card refunds',
  disputes: 'Disputes',
  fees: 'Provider fees',
  adjustments: 'Adjustments',
  payouts: 'Payouts',
  balanceChange: 'Balance change',
  cash: 'Cash received',
  checks: 'Checks received',
  transfers: 'Transfers received',
  creditRefunds: 'Refunded as credit',
  depositReturns: 'Deposits returned as credit',
  creditGiven: 'Credit given',
  creditForfeited: 'Credit forfeited',
  depositOpenings: 'Deposits imported',
}

/** The columns of the daily summary, in the order in which they add up. */
export const dayColumns = (): CsvColumns<DayRow> => {
  const column = (name: BookColumn) =>
    [dayLabels[name], (day: DayRow) => BigInt(day[name])] as const
  const names = Object.keys(dayLabels) as BookColumn[]
  const end = names.indexOf('balanceChange') + 1
  return [
    ['Date', ({ date }) => date],
    ...names.slice(0, end).map(column),
    ['Balance', ({ balance }) => BigInt(balance)],
    ...names.slice(end).map(column),
  ]
}

type AmountCell = {
  [Cell in keyof BookTransaction]: BookTransaction[Cell] extends number | null ? Cell : never
}[keyof BookTransaction]

const amount = (cell: AmountCell) => (row: BookTransaction) => {
  const cents = row[cell]
  return cents === null ? null : BigInt(cents)
}

export function transactionColumns(calendar: ShopCalendar): CsvColumns<BookTransaction> {
  const toDate = (at: string | null) => at && shopDate(calendar, new Date(at))
  return [
    ['Date', ({ at, date }) => date ?? toDate(at)],
    ['Time', ({ at }) => at && new Date(at).toISOString()],
    ['Type', ({ kind }) => kind],
    ['Order', ({ orderId }) => orderId && formatOrderNumber(orderId)],
    [dayLabels.products, amount('products')],
    [dayLabels.discounts, amount('discounts')],
    [dayLabels.otherLines, amount('otherLines')],
    [dayLabels.deposits, amount('deposits')],
    [dayLabels.tax, amount('tax')],
    [dayLabels.creditUsed, amount('creditUsed')],
    [dayLabels.onAccount, amount('onAccount')],
    ['Amount', amount('amount')],
    ['Fee', amount('fee')],
    ['Net', amount('net')],
    ['Received otherwise', amount('tender')],
    ['Credit', amount('credit')],
    ['Currency', ({ currency }) => currency],
    ['Payout', ({ payoutId }) => payoutId],
    ['Payout arrives', ({ arrivesOn }) => arrivesOn],
    ['Available', ({ availableAt }) => toDate(availableAt)],
    ['Transaction', ({ id }) => id],
    ['Source', ({ sourceRef }) => sourceRef],
    ['Description', ({ description }) => description],
  ]
}
