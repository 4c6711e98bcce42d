import { eq } from 'drizzle-orm'
import { MAX_CREDIT_BALANCE_CENTS } from '#contract/credit.ts'
import { Failure } from '#contract/errors.ts'
import { formatCents } from '#contract/money.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { addCredit } from './add-credit.ts'
import { creditEntries } from './tables.ts'
import { lockCredit } from './write-entry.ts'

export type GrantDeps = { db: Db; clock: Clock; random: Random }

type Grant = {
  amount: number
  kind: 'goodwill' | 'missed_delivery'
  reason: string
}

/** Rule 43: staff add credit with a reason. */
export function grantCredit(
  deps: GrantDeps,
  actor: Actor,
  customerId: string,
  { requestId, ...grant }: Grant & { requestId?: string | undefined },
): Promise<void> {
  const dedupeKey = requestId ? `staff:${customerId}:${requestId}` : null
  return deps.db.transaction((tx) =>
    grantCreditInTx(tx, deps, actor, customerId, { ...grant, dedupeKey, isEmailed: true }),
  )
}

type GrantInTx = Grant & { dedupeKey: string | null; orderId?: string; isEmailed: boolean }

/** In the transaction of what the credit is for. */
export async function grantCreditInTx(
  tx: Tx,
  deps: Omit<GrantDeps, 'db'>,
  actor: Actor,
  customerId: string,
  { amount: cents, kind, reason, ...details }: GrantInTx,
): Promise<void> {
  // Locked for sharing, so that an erasure waits and then finds the credit.
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('key share')
  if (!customer) throw new Failure('not_found')
  const balanceCents = await lockCredit(tx, deps, customerId)
  const added = { customerId, cents, kind, reason, staffEmail: actor.email, ...details }
  if (!(await addCredit(tx, deps, added))) return assertSame(tx, added)
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
}

type CreditGrant = Omit<GrantInTx, 'amount' | 'isEmailed'> & { customerId: string; cents: number }

/** A repeated request is accepted; the same id for another amount is not. */
async function assertSame(
  tx: Tx,
  { dedupeKey, customerId, cents, kind }: CreditGrant,
): Promise<void> {
  const [known] = await tx
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.dedupeKey, dedupeKey ?? ''))
  if (known?.customerId === customerId && known.cents === cents && known.kind === kind) return
  const amount = formatCents(known?.cents ?? 0)
  throw new Failure(
    'stale',
    `Credit of ${amount} was already added with this form. Close it and check the balance.`,
  )
}
