import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { knownDevices, loginRequests, sessions } from '#server/modules/identity/tables.ts'
import { providerCustomers } from '#server/modules/payments/tables.ts'

/** Where a customer is logged in and was before, and their ids at the card provider. */
export async function exportLogins(db: Db, customerId: string, email: string) {
  return {
    sessions: await db
      .select({
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        browser: sessions.browser,
      })
      .from(sessions)
      .where(eq(sessions.customerId, customerId)),
    devices: await db
      .select({
        browser: knownDevices.browser,
        createdAt: knownDevices.createdAt,
        seenAt: knownDevices.seenAt,
      })
      .from(knownDevices)
      .where(eq(knownDevices.customerId, customerId)),
    loginRequests: await db
      .select({ createdAt: loginRequests.createdAt, usedAt: loginRequests.usedAt })
      .from(loginRequests)
      .where(eq(loginRequests.email, email)),
    cardCustomers: await db
      .select({ id: providerCustomers.customerRef, createdAt: providerCustomers.createdAt })
      .from(providerCustomers)
      .where(eq(providerCustomers.customerId, customerId)),
  }
}
