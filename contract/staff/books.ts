import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, MoneyText } from '../primitives.ts'

/** The longest range of an export: a fiscal year. */
export const MAX_BOOK_DAYS = 366

const Day = DeliveryDate('Please enter a date')

/** Both dates are included, in the shop's time zone. */
export const BooksQuery = z.object({ from: Day, to: Day })
export type BooksQuery = z.infer<typeof BooksQuery>

/**
 * Rule 65: the columns of a day. What reduces a sum is negative: products to other card payments
 * add up to `cardPayments`, and these to payouts to `balanceChange`.
 */
export const bookColumns = [
  'products',
  'discounts',
  'otherLines',
  'deposits',
  'tax',
  'creditUsed',
  'onAccount',
  'unmatched',
  'cardPayments',
  'cardRefunds',
  'disputes',
  'fees',
  'adjustments',
  'payouts',
  'balanceChange',
  'cash',
  'checks',
  'transfers',
  'creditRefunds',
  'depositReturns',
  'creditGiven',
  'creditForfeited',
  'depositOpenings',
] as const
export type BookColumn = (typeof bookColumns)[number]

const amounts = Object.fromEntries(bookColumns.map((name) => [name, MoneyText])) as Record<
  BookColumn,
  typeof MoneyText
>

const BookDay = z.object({
  date: z.string().meta({ format: 'date' }),
  balance: MoneyText,
  ...amounts,
})
export type BookDay = z.infer<typeof BookDay>

const BookPayout = z.object({
  id: z.string(),
  amount: MoneyText,
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  /** The date of the payout on the bank statement. */
  arrivesOn: z.string().meta({ format: 'date' }),
})
export type BookPayout = z.infer<typeof BookPayout>

const BookDifference = z.object({
  kind: z.enum([
    'charge_without_order',
    'charge_amount',
    'payment_without_charge',
    'payout_not_itemized',
    'payout_amount',
    'payout_unknown',
    'currency',
  ]),
  /** The transaction, payout or order that does not add up. */
  id: z.string(),
  orderId: Id.nullable(),
  amount: MoneyText,
  /** The problem, as a sentence for staff. */
  message: z.string(),
})
export type BookDifference = z.infer<typeof BookDifference>

const Books = z.object({
  from: z.string(),
  to: z.string(),
  /** When the provider's balance was last read; null before the first time. */
  readUntil: z.string().nullable(),
  openingBalance: MoneyText,
  closingBalance: MoneyText,
  totals: z.object(amounts),
  /** The days with transactions. */
  days: z.array(BookDay),
  /** Payouts that arrive in the range. */
  payouts: z.array(BookPayout),
  /** At most 100. */
  differences: z.array(BookDifference),
})
export type Books = z.infer<typeof Books>

export const readBooks = {
  method: 'GET',
  path: apiPaths.adminBooks,
  role: 'admin',
  permission: 'payments.read',
  summary: 'Sales by day with card payments, fees and payouts, and what does not add up',
  query: BooksQuery,
  reply: Books,
  failures: [],
} as const satisfies Endpoint

const csv = {
  method: 'GET',
  role: 'admin',
  permission: 'exports.read',
  needsConfirmation: true,
  query: BooksQuery,
  file: 'text/csv',
  failures: [],
} as const

export const exportBookDays = {
  ...csv,
  path: apiPaths.adminBookDaysCsv,
  summary: 'Export sales, card payments, fees and payouts by day as a CSV file',
} as const satisfies Endpoint

export const exportBookTransactions = {
  ...csv,
  path: apiPaths.adminBookTransactionsCsv,
  summary: 'Export the transactions behind the daily summary as a CSV file',
} as const satisfies Endpoint
