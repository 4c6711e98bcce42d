import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { eraseCustomerEntries } from '#server/modules/audit/index.ts'
import { eraseBottles } from '#server/modules/bottles/index.ts'
import { eraseCredit } from '#server/modules/credit/index.ts'
import { eraseStandingDoors } from '#server/modules/dispatch/index.ts'
import { deleteAccount } from '#server/modules/identity/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { requestCustomerDeletion, unlinkProviderCustomers } from '#server/modules/payments/index.ts'
import { payments, providerCustomers } from '#server/modules/payments/tables.ts'
import { removeSavedCards } from '#server/modules/subscriptions/index.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'

/**
 * Deletes the customer with sessions and login requests. After the commit, a background job deletes
 * the provider's customer record and its saved cards.
 */
export async function deleteCustomer(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { id, email }: { id: string; email: string },
): Promise<void> {
  await requestCustomerDeletion(tx, deps, await findProviderCustomers(tx, id))
  await removeSavedCards(tx, id)
  await eraseCustomerEntries(tx, id)
  await eraseStandingDoors(tx, id)
  await unlinkProviderCustomers(tx, id)
  await eraseCredit(tx, deps, id)
  await eraseBottles(tx, deps, id)
  await deleteAccount(tx, { id, email })
}

/** Returns all provider customers of this customer, except those now used by another customer. */
async function findProviderCustomers(tx: Tx, customerId: string): Promise<string[]> {
  const linked = await tx
    .select()
    .from(providerCustomers)
    .where(eq(providerCustomers.customerId, customerId))
  const paid = await tx
    .selectDistinct({ ref: payments.customerRef })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.customerId, customerId), isNotNull(payments.customerRef)))
  const saved = await tx
    .selectDistinct({ ref: subscriptions.customerRef })
    .from(subscriptions)
    .where(and(eq(subscriptions.customerId, customerId), isNotNull(subscriptions.customerRef)))
  const refs = new Set(linked.map(({ customerRef }) => customerRef))
  for (const { ref } of [...paid, ...saved]) if (ref) refs.add(ref)
  if (refs.size === 0) return []
  const owners = await tx
    .select()
    .from(providerCustomers)
    .where(inArray(providerCustomers.customerRef, [...refs]))
  for (const owner of owners) {
    if (owner.customerId !== customerId) refs.delete(owner.customerRef)
  }
  return [...refs]
}
