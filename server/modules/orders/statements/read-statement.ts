import { asc, eq } from 'drizzle-orm'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { Statement } from '#contract/payments/statements.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { invoiceEntries } from '#server/modules/payments/invoices/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { formatInvoiceNumber } from '../invoice.ts'
import { orders } from '../tables.ts'
import { type StatementPeriod, statementPeriod, sumAccount, toMonth } from './rules.ts'

export type StatementDeps = {
  db: DbOrTx
  clock: { now(): Date }
  shop: { calendar: ShopCalendar }
}

/** The statement of a customer's month. Its lines never change, because entries are append-only. */
export async function readStatement(
  { db, clock, shop }: StatementDeps,
  customerId: string,
  month?: string,
): Promise<Statement> {
  const { calendar } = shop
  const period = statementPeriod(month, calendar, clock.now())
  const [customer] = await db
    .select({ name: customers.name, email: customers.email })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (!customer) throw new Failure('not_found')
  const entries = await getEntries(db, customerId)
  const months = [...new Set(entries.map(({ at }) => toMonth(shopDate(calendar, at))))]
  if (months.length > 0) months.push(toMonth(shopDate(calendar, clock.now())))
  return {
    month: period.month,
    months: [...new Set(months)].sort().reverse(),
    customer,
    ...toStatement(entries, period, calendar),
  }
}

type EntryRow = Awaited<ReturnType<typeof getEntries>>[number]

function getEntries(db: DbOrTx, customerId: string) {
  return db
    .select({
      orderId: invoiceEntries.orderId,
      kind: invoiceEntries.kind,
      cents: invoiceEntries.cents,
      at: invoiceEntries.createdAt,
      invoiceNumber: orders.invoiceNumber,
      dueOn: payments.dueOn,
    })
    .from(invoiceEntries)
    .leftJoin(orders, eq(orders.id, invoiceEntries.orderId))
    .leftJoin(payments, eq(payments.orderId, invoiceEntries.orderId))
    .where(eq(invoiceEntries.customerId, customerId))
    .orderBy(asc(invoiceEntries.createdAt), asc(invoiceEntries.id))
}

function toStatement(entries: EntryRow[], period: StatementPeriod, calendar: ShopCalendar) {
  const account = sumAccount(entries, period)
  const open = [...account.openCents].map(([orderId, cents]) => {
    const entry = entries.find((candidate) => candidate.orderId === orderId)
    const { invoiceNumber = null, dueOn = null } = entry ?? {}
    const isOverdue = cents > 0 && (dueOn ?? period.asOf) < period.asOf
    return { orderId, invoiceNumber, dueOn: dueOn ?? period.asOf, cents, isOverdue }
  })
  open.sort((a, b) => a.dueOn.localeCompare(b.dueOn))
  const overdueCents = open.reduce((sum, { cents, isOverdue }) => sum + (isOverdue ? cents : 0), 0)
  return {
    opening: centsToText(account.openingCents),
    invoiced: centsToText(account.invoicedCents),
    received: centsToText(account.receivedCents),
    cancelled: centsToText(account.cancelledCents),
    closing: centsToText(account.closingCents),
    overdue: centsToText(overdueCents),
    lines: account.lines.map(({ at, cents, invoiceNumber, dueOn, kind, orderId }) => ({
      date: shopDate(calendar, at),
      kind,
      orderId,
      invoiceNumber: formatInvoiceNumber({ id: orderId, invoiceNumber }),
      dueOn: kind === 'invoiced' ? dueOn : null,
      amount: centsToText(cents),
    })),
    openInvoices: open.map(({ cents, invoiceNumber, ...invoice }) => ({
      ...invoice,
      invoiceNumber: formatInvoiceNumber({ id: invoice.orderId, invoiceNumber }),
      amount: centsToText(cents),
    })),
  }
}
