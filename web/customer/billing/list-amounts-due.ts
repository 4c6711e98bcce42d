import { amountToCents } from '#contract/money.ts'
import type { KnownInvoice } from '#web/api/adapt/order.ts'

export type AmountDue = {
  orderId: string
  invoiceNumber: string
  /** Null if the order is paid on delivery. */
  dueOn: string | null
  cents: number
}

/** Lists the amount due of each order that is not paid by card, the earliest due date first. */
export function listAmountsDue(invoices: readonly KnownInvoice[]): AmountDue[] {
  return invoices
    .filter(({ paymentStatus, status }) => paymentStatus === 'due' && status !== 'cancelled')
    .map((invoice) => ({
      orderId: invoice.invoiceId ?? '',
      invoiceNumber: invoice.invoiceNumber,
      dueOn: invoice.paymentDueOn,
      cents: toCents(invoice.due ?? invoice.total) - receivedCents(invoice),
    }))
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? ''))
}

const toCents = (amount: string | null | undefined) => amountToCents(amount ?? '') ?? 0

/** A reversed tender has a negative row. */
const receivedCents = ({ tenders }: KnownInvoice) =>
  tenders.reduce((sum, { amount }) => sum + signedCents(amount), 0)

const signedCents = (amount: string) =>
  amount.startsWith('-') ? -toCents(amount.slice(1)) : toCents(amount)
