import { and, asc, eq, lte } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { providerCustomerDeletions, providerCustomers } from '../tables.ts'

type Deletion = typeof providerCustomerDeletions.$inferSelect

/** Longer than the provider's timeout, so that a claim does not expire during the call. */
const CLAIM_MS = 60_000
const MAX_WAIT_MS = 3_600_000
/** With the growing delays, this is most of an hour. */
const ATTEMPTS_BEFORE_ALERT = 8

/** Only inserts the rows. A background job calls the provider once they are committed. */
export async function requestCustomerDeletion(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  customerRefs: string[],
): Promise<void> {
  if (customerRefs.length === 0) return
  const now = clock.now()
  await tx
    .insert(providerCustomerDeletions)
    .values(customerRefs.map((customerRef) => ({ customerRef, dueAt: now, createdAt: now })))
    .onConflictDoNothing()
}

/** Deletes our references to the customer's records at the provider. */
export async function unlinkProviderCustomers(tx: Tx, customerId: string): Promise<void> {
  await tx.delete(providerCustomers).where(eq(providerCustomers.customerId, customerId))
}

/** Deletes erased customers at the provider, with retries. Safe to run in several processes. */
export async function deleteProviderCustomers(deps: PaymentDeps): Promise<void> {
  for (let next = await claimNext(deps); next; next = await claimNext(deps)) {
    await deleteCustomer(deps, next)
  }
}

function claimNext({ db, clock }: PaymentDeps): Promise<Deletion | undefined> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const [due] = await tx
      .select()
      .from(providerCustomerDeletions)
      .where(lte(providerCustomerDeletions.dueAt, now))
      .orderBy(asc(providerCustomerDeletions.dueAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return undefined
    const dueAt = new Date(now.getTime() + CLAIM_MS)
    const attempts = due.attempts + 1
    await tx.update(providerCustomerDeletions).set({ dueAt, attempts }).where(isRow(due))
    return { ...due, dueAt, attempts }
  })
}

const isRow = ({ customerRef }: Deletion) => eq(providerCustomerDeletions.customerRef, customerRef)

async function deleteCustomer(deps: PaymentDeps, deletion: Deletion): Promise<void> {
  const { customerRef, attempts } = deletion
  try {
    await deps.cards.deleteCustomer(customerRef, 'background')
  } catch (err) {
    const isAlreadyDeleted = err instanceof CardProviderError && err.kind === 'missing'
    if (!isAlreadyDeleted) {
      deps.log.warn({ customerRef, attempts, err }, 'provider customer not deleted yet')
      const wait = Math.min(2 ** attempts * 5_000, MAX_WAIT_MS)
      const dueAt = new Date(deps.clock.now().getTime() + wait)
      await deps.db.transaction(async (tx) => {
        await tx
          .update(providerCustomerDeletions)
          .set({ dueAt })
          .where(and(isRow(deletion), eq(providerCustomerDeletions.attempts, attempts)))
        if (attempts >= ATTEMPTS_BEFORE_ALERT) await alertStaff(tx, deps, customerRef)
      })
      return
    }
  }
  await deps.db.transaction(async (tx) => {
    await tx.delete(providerCustomerDeletions).where(isRow(deletion))
    await endAlert(tx, deps, { kind: 'erasure_incomplete', subject: customerRef })
  })
}

/** The alert names the provider's id, because the customer's own data is already erased here. */
async function alertStaff(tx: Tx, deps: PaymentDeps, customerRef: string): Promise<void> {
  const message = `Customer ${customerRef} was deleted here, but we couldn't delete them at the payment provider yet. We retry every hour. Check the API key, or delete the customer in the payment provider's dashboard.`
  await raiseAlert(tx, deps, { kind: 'erasure_incomplete', subject: customerRef, message })
}
