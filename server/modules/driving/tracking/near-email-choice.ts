import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { NearEmail } from '#contract/tracking/tracking.ts'
import type { Db } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { nearEmailChoices, nearEmailCustomers } from './tables.ts'

type ChoiceDeps = { db: Db; clock: Clock; limits: Limits }

/** A page that is open sends one for each tap. */
const CHOICES = { name: 'near_email', max: 60, seconds: 600 }

/** Rule 63: the order's link is enough, because the email goes to the order's own address. */
export async function chooseNearEmail(
  { db, limits }: ChoiceDeps,
  orderId: string,
  { isWanted }: NearEmail,
  ip: string,
): Promise<NearEmail> {
  await limits.consume(CHOICES, ip)
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Failure('not_found')
  await db
    .insert(nearEmailChoices)
    .values({ orderId, isWanted })
    .onConflictDoUpdate({ target: nearEmailChoices.orderId, set: { isWanted } })
  return { isWanted }
}

/** The setting of a customer, for every delivery without a choice of its own. */
export async function readNearEmails({ db }: { db: Db }, customerId: string): Promise<NearEmail> {
  const rows = await db
    .select({ since: nearEmailCustomers.since })
    .from(nearEmailCustomers)
    .where(eq(nearEmailCustomers.customerId, customerId))
  return { isWanted: rows.length > 0 }
}

export async function setNearEmails(
  { db, clock }: ChoiceDeps,
  customerId: string,
  { isWanted }: NearEmail,
): Promise<NearEmail> {
  if (isWanted)
    await db
      .insert(nearEmailCustomers)
      .values({ customerId, since: clock.now() })
      .onConflictDoNothing()
  else await db.delete(nearEmailCustomers).where(eq(nearEmailCustomers.customerId, customerId))
  return { isWanted }
}
