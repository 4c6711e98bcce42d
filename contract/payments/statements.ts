import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, MoneyText } from '../primitives.ts'

/** A calendar month in the shop's time zone, such as '2026-11'. */
const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month')

/** One change of what the customer owes: positive if it raises it. */
export const StatementLine = z.object({
  date: z.string(),
  kind: z.enum(['invoiced', 'received', 'cancelled']),
  orderId: Id,
  invoiceNumber: z.string().nullable(),
  /** Of an invoice: the last day to pay it. */
  dueOn: z.string().nullable(),
  amount: MoneyText,
})
export type StatementLine = z.infer<typeof StatementLine>

/** An invoice that was not paid in full when the statement ends. */
export const OpenInvoice = z.object({
  orderId: Id,
  invoiceNumber: z.string().nullable(),
  dueOn: z.string(),
  amount: MoneyText,
  isOverdue: z.boolean(),
})
export type OpenInvoice = z.infer<typeof OpenInvoice>

/** Rule 39: the account of a customer who pays by invoice. Opening plus lines is closing. */
export const Statement = z.object({
  month: z.string(),
  /** Months that have a statement, the latest first; empty if nothing was ever invoiced. */
  months: z.array(z.string()),
  customer: z.object({ name: z.string().nullable(), email: z.string() }),
  opening: MoneyText,
  invoiced: MoneyText,
  received: MoneyText,
  cancelled: MoneyText,
  closing: MoneyText,
  overdue: MoneyText,
  lines: z.array(StatementLine),
  openInvoices: z.array(OpenInvoice),
})
export type Statement = z.infer<typeof Statement>

const query = z.object({ month: Month.optional() })

export const getStatement = {
  method: 'GET',
  path: apiPaths.statement,
  role: 'customer',
  summary: "Read the customer's statement of a month, by default of this month so far",
  query,
  reply: Statement,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const getStaffStatement = {
  method: 'GET',
  path: apiPaths.adminStatement,
  role: 'admin',
  permission: 'customers.read',
  summary: "Read a customer's statement of a month, by default of this month so far",
  params: z.object({ id: Id }),
  query,
  reply: Statement,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint
