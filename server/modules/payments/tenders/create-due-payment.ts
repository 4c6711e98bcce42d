import { eq } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { transitionPayment } from '../settle/transition-payment.ts'
import { payments } from '../tables.ts'

type InvoiceTerms = { netDays: number; dueOn: CalendarDate }

type DuePayment = {
  orderId: string
  amountCents: number
  creditCents: number
  /** Terms of an invoice; null if the order is paid on delivery. */
  invoice: InvoiceTerms | null
}

/** Creates the payment of an order that is paid with tenders, on delivery or by invoice. */
export async function createDuePayment(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  { invoice, ...due }: DuePayment,
): Promise<void> {
  const now = clock.now()
  const terms = invoice && { ...invoice, invoicedAt: now }
  const state = { kind: 'tender', status: 'due' } as const
  await tx.insert(payments).values({ ...due, ...state, ...terms, createdAt: now, updatedAt: now })
}

/**
 * Rule 39: invoices a locked payment that has no intent. From now on it is paid with tenders, never
 * by card. Returns false if it is no longer pending.
 */
export async function invoicePayment(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'log'>,
  payment: PaymentRow,
  terms: InvoiceTerms,
): Promise<boolean> {
  const { orderId, intentId } = payment
  if (intentId !== null) throw new Error(`order ${orderId} has an intent and cannot be invoiced`)
  if (!(await transitionPayment(tx, deps, payment, 'due'))) return false
  await tx
    .update(payments)
    .set({ kind: 'tender', ...terms, invoicedAt: deps.clock.now(), expiresAt: null })
    .where(eq(payments.orderId, orderId))
  return true
}

/** The customer may no longer pay by invoice: the delivery needs a card after all. */
export async function removeInvoiceTerms(tx: Tx, orderId: string): Promise<void> {
  await tx.update(payments).set({ netDays: null }).where(eq(payments.orderId, orderId))
}
