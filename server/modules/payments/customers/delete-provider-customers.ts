import { and, asc, eq, lte } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError } from '../port.ts'
import { providerCustomerDeletions } from '../tables.ts'

type Deletion = typeof providerCustomerDeletions.$inferSelect

/** Longer than a call to the provider may take, so a claim outlives the call that it covers. */
const CLAIM_MS = 60_000
const MAX_WAIT_MS = 3_600_000
/** By then it has failed for most of an hour. */
const ATTEMPTS_BEFORE_ALERT = 8

/** Only the rows are written here; the job calls the provider once they are committed. */
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

/** Deletes erased customers at the provider, retried until it is done. Safe in many processes. */
export async function deleteProviderCustomers(deps: PaymentDeps): Promise<void> {
  for (let next = await claimNext(deps); next; next = await claimNext(deps)) {
    await deleteOne(deps, next)
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

async function deleteOne(deps: PaymentDeps, deletion: Deletion): Promise<void> {
  const { customerRef, attempts } = deletion
  try {
    await deps.cards.deleteCustomer(customerRef, 'background')
  } catch (err) {
    const isGone = err instanceof CardProviderError && err.kind === 'missing'
    if (!isGone) {
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

/** The person was promised that nothing stays; the provider's own name for them is all that is left. */
async function alertStaff(tx: Tx, deps: PaymentDeps, customerRef: string): Promise<void> {
  const message = `The customer ${customerRef} was erased here but could not be deleted at the card provider yet. It is tried again every hour. Check the API key, or delete this customer in the card provider's dashboard.`
  await raiseAlert(tx, deps, { kind: 'erasure_incomplete', subject: customerRef, message })
}
