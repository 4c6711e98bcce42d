import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { listCustomerMovements } from '#server/modules/bottles/index.ts'
import { exportCases } from '#server/modules/cases/index.ts'
import { readStaffCredit } from '#server/modules/credit/index.ts'
import { depositOpenings, depositReturns } from '#server/modules/deposits/tables.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { exportReceipts, exportVisits, readNearEmails } from '#server/modules/driving/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { exportImported } from '#server/modules/imports/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import { getCustomerOrders, toOrderView } from '#server/modules/orders/index.ts'
import { disputes } from '#server/modules/payments/disputes/tables.ts'
import { listTenders } from '#server/modules/payments/index.ts'
import { invoiceEntries } from '#server/modules/payments/invoices/tables.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { exportPoints } from '#server/modules/points/index.ts'
import { getConsents, getPriceAnswers } from '#server/modules/subscriptions/index.ts'
import { taxExemptions } from '#server/modules/tax/tables.ts'
import { exportLogins } from './export-logins.ts'

const MAX_MOVEMENTS = 10_000

/** Returns all data stored about a customer, in readable form. */
export async function exportCustomerData(
  db: Db,
  customerId: string,
): Promise<Record<string, unknown>> {
  const [profile] = await db.select().from(customers).where(eq(customers.id, customerId))
  const customerOrders = await getCustomerOrders(db, customerId)
  const ids = customerOrders.map(({ order }) => order.id)
  return {
    profile,
    orders: customerOrders.map((orderWithDetails) => ({
      ...toOrderView(orderWithDetails, true),
      invoiceNumber: orderWithDetails.order.invoiceNumber,
      payment: orderWithDetails.payment && {
        status: orderWithDetails.payment.status,
        paidAt: orderWithDetails.payment.paidAt,
        amountCents: orderWithDetails.payment.amountCents,
        refundedCents: orderWithDetails.payment.refundedCents,
      },
    })),
    credit: await readStaffCredit(db, customerId),
    subscriptions: await getConsents(db, customerId),
    deliveryPoints: await exportPoints(db, customerId),
    priceIncreases: await getPriceAnswers(db, customerId),
    importedSubscriptions: await exportImported(db, customerId),
    importedBottles: await db
      .select({
        at: depositOpenings.at,
        bottlesHeld: depositOpenings.bottlesHeld,
        bottles: depositOpenings.bottles,
        cents: depositOpenings.cents,
      })
      .from(depositOpenings)
      .where(eq(depositOpenings.customerId, customerId)),
    bottleMovements: await listCustomerMovements(db, customerId, MAX_MOVEMENTS),
    returnedBottles: await db
      .select({
        at: depositReturns.at,
        bottles: depositReturns.bottles,
        cents: depositReturns.cents,
      })
      .from(depositReturns)
      .where(eq(depositReturns.customerId, customerId)),
    taxExemption: await db
      .select({ certificate: taxExemptions.certificate, expiresOn: taxExemptions.expiresOn })
      .from(taxExemptions)
      .where(eq(taxExemptions.customerId, customerId)),
    emailsWhenTruckIsNear: (await readNearEmails({ db }, customerId)).isWanted,
    cases: await exportCases(db, customerId),
    refunds:
      ids.length > 0 ? await db.select().from(refunds).where(inArray(refunds.orderId, ids)) : [],
    tenders: (await listTenders(db, ids)).map(({ staffId, staffEmail, ...tender }) => tender),
    invoiceAccount: await db
      .select({
        orderId: invoiceEntries.orderId,
        kind: invoiceEntries.kind,
        cents: invoiceEntries.cents,
        at: invoiceEntries.createdAt,
      })
      .from(invoiceEntries)
      .where(eq(invoiceEntries.customerId, customerId))
      .orderBy(asc(invoiceEntries.id)),
    disputes: await listDisputes(db, ids),
    stops: await listStops(db, ids),
    visits: await exportVisits(db, ids),
    receipts: await exportReceipts(db, ids),
    emails: await listEmails(db, [customerId, ...ids]),
    ...(await exportLogins(db, customerId, profile?.email ?? '')),
  }
}

/** When staff planned to deliver, with the notes for the driver. */
function listStops(db: Db, orderIds: string[]) {
  return db
    .select({
      orderId: schedules.orderId,
      date: schedules.scheduledDate,
      time: schedules.scheduledTime,
      status: schedules.status,
      notes: schedules.notes,
    })
    .from(schedules)
    .where(inArray(schedules.orderId, orderIds))
    .orderBy(asc(schedules.scheduledDate))
}

function listDisputes(db: Db, orderIds: string[]) {
  return db
    .select({
      orderId: disputes.orderId,
      amountCents: disputes.amountCents,
      reason: disputes.reason,
      state: disputes.state,
      openedAt: disputes.openedAt,
      closedAt: disputes.closedAt,
    })
    .from(disputes)
    .where(inArray(disputes.orderId, orderIds))
    .orderBy(asc(disputes.openedAt))
}

/** Emails about orders, and those about the account, such as credit and statements. */
function listEmails(db: Db, subjectIds: string[]) {
  return db
    .select({
      kind: emails.kind,
      status: emails.status,
      createdAt: emails.createdAt,
      sentAt: emails.sentAt,
    })
    .from(emails)
    .where(inArray(emails.subjectId, subjectIds))
    .orderBy(asc(emails.createdAt))
}
