import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { exportCases } from '#server/modules/cases/index.ts'
import { readStaffCredit } from '#server/modules/credit/index.ts'
import { depositOpenings, depositReturns } from '#server/modules/deposits/tables.ts'
import { customers, loginRequests, sessions } from '#server/modules/identity/tables.ts'
import { exportImported } from '#server/modules/imports/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import { getCustomerOrders, toOrderView } from '#server/modules/orders/index.ts'
import { listTenders } from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { getConsents, getPriceAnswers } from '#server/modules/subscriptions/index.ts'
import { taxExemptions } from '#server/modules/tax/tables.ts'

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
    cases: await exportCases(db, customerId),
    refunds:
      ids.length > 0 ? await db.select().from(refunds).where(inArray(refunds.orderId, ids)) : [],
    tenders: (await listTenders(db, ids)).map(({ staffId, staffEmail, ...tender }) => tender),
    emails: ids.length > 0 ? await listEmails(db, ids) : [],
    sessions: await db
      .select({
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        browser: sessions.browser,
      })
      .from(sessions)
      .where(eq(sessions.customerId, customerId)),
    loginRequests: await db
      .select({ createdAt: loginRequests.createdAt, usedAt: loginRequests.usedAt })
      .from(loginRequests)
      .where(eq(loginRequests.email, profile?.email ?? '')),
  }
}

function listEmails(db: Db, orderIds: string[]) {
  return db
    .select({
      kind: emails.kind,
      status: emails.status,
      createdAt: emails.createdAt,
      sentAt: emails.sentAt,
    })
    .from(emails)
    .where(inArray(emails.subjectId, orderIds))
    .orderBy(asc(emails.createdAt))
}
