import { and, eq, inArray, isNotNull, isNull, lt, not, notInArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { auditEntries } from '#server/modules/audit/tables.ts'
import { type DeliveryDeps, dispatched } from '#server/modules/deliveries/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { tenders } from '#server/modules/payments/tenders/tables.ts'
import type { Random } from '#server/runtime.ts'
import { deleteCustomer } from './delete-customer.ts'
import { eraseOrders } from './erase-orders.ts'

const RETENTION_DAYS = 30
const BATCH = 200

type EraseDeps = DeliveryDeps & { db: Db; random: Random }

/**
 * Erases personal data from orders that were cancelled unpaid more than 30 days ago. Deletes guests
 * who have no other data.
 */
export async function eraseUnpaidOrders(deps: EraseDeps): Promise<void> {
  for (;;) {
    const count = await deps.db.transaction((tx) => eraseBatch(tx, deps))
    if (count < BATCH) return
  }
}

async function eraseBatch(tx: Tx, deps: EraseDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - RETENTION_DAYS * 86_400_000)
  const expired = await tx
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        eq(orders.status, 'cancelled'),
        isNotNull(orders.customerEmail),
        lt(orders.cancelledAt, before),
        not(dispatched),
        isNull(payments.paidAt),
        or(isNull(payments.status), notInArray(payments.status, ['processing'])),
        // Money that was received for it may still have to be returned.
        sql`not exists (select 1 from ${tenders} where ${tenders.orderId} = ${orders.id})`,
      ),
    )
    .orderBy(orders.id)
    .limit(BATCH)
    // Waits for locked orders instead of skipping them until the next day.
    .for('no key update', { of: orders })
  await eraseOrders(
    tx,
    deps,
    expired.map(({ id }) => id),
  )
  const customerIds = expired.flatMap(({ customerId }) => (customerId ? [customerId] : []))
  await deleteGuests(tx, deps, [...new Set(customerIds)].sort())
  return expired.length
}

/** Deletes guests who never logged in, have no audit entries and no other orders. */
async function deleteGuests(tx: Tx, deps: EraseDeps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // Locks the rows first, to wait for an order that is being placed and then see it.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, ids))
    .orderBy(customers.id)
    .for('update')
  const guests = await tx
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(
      and(
        inArray(customers.id, ids),
        isNull(customers.firstSignedInAt),
        sql`not exists (select 1 from ${orders} where ${orders.customerId} = ${customers.id} and ${orders.customerEmail} is not null)`,
        sql`not exists (select 1 from ${auditEntries} where ${auditEntries.subjectId} = ${customers.id})`,
      ),
    )
  for (const guest of guests) await deleteCustomer(tx, deps, guest)
}
