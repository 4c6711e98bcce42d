import { eq } from 'drizzle-orm'
import { MAX_CREDIT_BALANCE_CENTS } from '#contract/credit.ts'
import { Failure } from '#contract/errors.ts'
import { formatCents } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { addCredit } from './add-credit.ts'
import { lockCredit } from './write-entry.ts'

export type GrantDeps = { db: Db; clock: Clock; random: Random }

type Grant = {
  amount: number
  kind: 'goodwill' | 'missed_delivery'
  reason: string
  requestId?: string | undefined
}

/** Rule 43: staff add credit with a reason. */
export function grantCredit(
  deps: GrantDeps,
  actor: Actor,
  customerId: string,
  { amount: cents, kind, reason, requestId }: Grant,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    // Locked for sharing, so that an erasure waits and then finds the credit.
    const [customer] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('key share')
    if (!customer) throw new Failure('not_found')
    const balanceCents = await lockCredit(tx, deps, customerId)
    const isAdded = await addCredit(tx, deps, {
      customerId,
      cents,
      kind,
      reason,
      staffEmail: actor.email,
      dedupeKey: requestId ? `staff:${customerId}:${requestId}` : null,
    })
    if (!isAdded) return
    if (balanceCents + cents > MAX_CREDIT_BALANCE_CENTS) {
      const message = `A customer can have at most ${formatCents(MAX_CREDIT_BALANCE_CENTS)} of credit`
      throw new Failure('invalid', message, { amount: message })
    }
    await recordAuditEntry(tx, deps, actor, {
      action: 'customer.credit_added',
      subjectId: customerId,
      before: {},
      after: { amountCents: cents, kind, reason },
    })
  })
}
