import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { addressKeySql, type Door, selectPoints } from '#server/modules/points/index.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'

/** Of each address, the latest spelling counts. */
type Spelling = Omit<Door, 'customerId'> & { at: Date }

/** Every address that a customer orders or ordered to, the latest first, with what is saved. */
export async function listDoors(db: DbOrTx, customerId: string) {
  const [customer] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (!customer) throw new Failure('not_found')
  const rows = await selectPoints(db, customerId)
  const spellings: Spelling[] = [
    ...(await listSubscriptionSpellings(db, customerId)),
    ...(await listOrderSpellings(db, customerId)),
    // Imported, or of orders that were erased.
    ...rows.map(({ addressKey, address, zip, updatedAt }) => ({
      ...{ id: addressKey, address, city: '', zip },
      at: updatedAt,
    })),
  ]
  const doors = new Map<string, Spelling>()
  for (const spelling of spellings) if (!doors.has(spelling.id)) doors.set(spelling.id, spelling)
  const sorted = [...doors.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return { doors: sorted.map(({ at, ...door }): Door => ({ ...door, customerId })), rows }
}

function listOrderSpellings(db: DbOrTx, customerId: string): Promise<Spelling[]> {
  const key = addressKeySql(orders.deliveryAddress, orders.deliveryZip)
  return db
    .selectDistinctOn([key], {
      id: key,
      address: orders.deliveryAddress,
      city: orders.deliveryCity,
      zip: orders.deliveryZip,
      at: orders.createdAt,
    })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isNotNull(orders.deliveryAddress)))
    .orderBy(key, desc(orders.createdAt)) as Promise<Spelling[]>
}

/** A new address of a subscription has no order yet. */
function listSubscriptionSpellings(db: DbOrTx, customerId: string): Promise<Spelling[]> {
  return db
    .select({
      id: addressKeySql(subscriptions.deliveryAddress, subscriptions.deliveryZip),
      address: subscriptions.deliveryAddress,
      city: subscriptions.deliveryCity,
      zip: subscriptions.deliveryZip,
      at: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.customerId, customerId), isNotNull(subscriptions.deliveryAddress)),
    ) as Promise<Spelling[]>
}
