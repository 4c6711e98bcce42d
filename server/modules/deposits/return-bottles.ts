import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { addCredit } from '#server/modules/credit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { readBalance } from './find-deposit.ts'
import { bottlesReleased, returnedCents } from './rules.ts'
import { depositReturns } from './tables.ts'

/** Moves returned bottles in the ledger of bottles, in the same transaction. */
export type BottlesReturned = (
  tx: Tx,
  returned: { id: string; customerId: string; bottles: number; staffEmail: string },
) => Promise<void>

export type ReturnDeps = {
  db: Db
  clock: Clock
  random: Random
  bottlesReturned?: BottlesReturned
}

/**
 * Rule 42: staff enter the bottles that a customer returned; their deposit becomes account credit
 * in the same transaction. The customer is locked, so that no bottle is counted twice.
 */
export async function returnBottles(
  deps: ReturnDeps,
  actor: Actor,
  customerId: string,
  { bottles: returned, requestId }: { bottles: number; requestId?: string | undefined },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await assertCustomer(tx, customerId, true)
    if (requestId && (await isEntered(tx, { id: requestId, customerId, returned }))) return
    const balance = await readBalance(tx, customerId)
    if (returned > balance.bottlesHeld) {
      const where = balance.bottlesHeld > balance.bottles ? 'in all' : 'on deposit'
      const message = `This customer has ${balance.bottlesHeld} ${where}`
      throw new Failure('invalid', message, { bottles: message })
    }
    const bottles = bottlesReleased(balance, returned)
    const bottlesWithoutDeposit = returned - bottles
    const cents = returnedCents(balance, bottles)
    const id = requestId ?? deps.random.uuid()
    const at = deps.clock.now()
    const staffEmail = actor.email
    const row = { id, customerId, bottles, bottlesWithoutDeposit, cents, staffEmail, at }
    await tx.insert(depositReturns).values(row)
    await deps.bottlesReturned?.(tx, { id, customerId, bottles: returned, staffEmail })
    await recordAuditEntry(tx, deps, actor, {
      action: 'customer.bottles_returned',
      subjectId: customerId,
      before: {},
      after: { bottles: returned, amountCents: cents },
    })
    if (cents > 0) {
      const dedupeKey = `deposit:${id}`
      await addCredit(tx, deps, {
        customerId,
        cents,
        kind: 'deposit_returned',
        staffEmail,
        dedupeKey,
      })
    }
  })
}

/** A repeated request is accepted; the same id for something else is not. */
async function isEntered(
  tx: Tx,
  { id, customerId, returned }: { id: string; customerId: string; returned: number },
): Promise<boolean> {
  const [known] = await tx.select().from(depositReturns).where(eq(depositReturns.id, id))
  if (!known) return false
  const bottles = known.bottles + known.bottlesWithoutDeposit
  if (known.customerId === customerId && bottles === returned) return true
  throw new Failure('stale', ENTERED)
}

const ENTERED =
  'Other bottles were already returned with this form. Close it and check what is on deposit.'

export async function assertCustomer(db: DbOrTx, id: string, isLocked = false): Promise<void> {
  const query = db.select({ id: customers.id }).from(customers).where(eq(customers.id, id))
  const [customer] = await (isLocked ? query.for('no key update') : query)
  if (!customer) throw new Failure('not_found')
}
