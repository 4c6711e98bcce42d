import { and, asc, eq, lte } from 'drizzle-orm'
import type { PaymentDeps } from './deps.ts'
import { CardProblem, type CardRefund } from './port.ts'
import { KEY_LIFETIME_MS } from './rules.ts'
import { settleIntent } from './settle-intent.ts'
import { refunds } from './tables.ts'

type RefundRow = typeof refunds.$inferSelect

/** Longer than a worker waits for the provider, so a claim outlives the call that it covers. */
const CLAIM_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** Asks the provider for every refund that is due. Safe in any number of processes at once. */
export async function sendDueRefunds(deps: PaymentDeps): Promise<void> {
  for (let refund = await claimNext(deps); refund; refund = await claimNext(deps)) {
    await sendOne(deps, refund)
  }
}

function claimNext({ db, clock }: PaymentDeps): Promise<RefundRow | undefined> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const [due] = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.status, 'requested'), lte(refunds.dueAt, now)))
      .orderBy(asc(refunds.dueAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return undefined
    const dueAt = new Date(now.getTime() + CLAIM_MS)
    const attempts = due.attempts + 1
    await tx.update(refunds).set({ dueAt, attempts }).where(eq(refunds.id, due.id))
    return { ...due, attempts }
  })
}

async function sendOne(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  try {
    const done = (await findInLedger(deps, refund)) ?? (await ask(deps, refund))
    // Settled first: a refund that is marked as done is not looked at again.
    await settleIntent(deps, refund.intentId, 'worker')
    await finish(deps, refund, done.status === 'failed' ? 'failed' : 'succeeded', done.id)
  } catch (err) {
    const kind = err instanceof CardProblem ? err.kind : 'unknown'
    deps.log.warn({ refundId: refund.id, orderId: refund.orderId, err }, 'refund not through yet')
    if (kind === 'refused' || kind === 'missing') return finish(deps, refund, 'failed', null)
    if (!(err instanceof CardProblem)) throw err
    await retryLater(deps, refund)
  }
}

/** I4: after a try whose end nobody knows, the ledger is read before anything is asked again. */
async function findInLedger(deps: PaymentDeps, refund: RefundRow): Promise<CardRefund | undefined> {
  if (refund.attempts === 1) return undefined
  const known = await deps.cards.refundsOf(refund.intentId, 'worker')
  return known.find((one) => one.refundId === refund.id)
}

function ask({ cards, clock }: PaymentDeps, refund: RefundRow): Promise<CardRefund> {
  const { id, intentId, amountCents, createdAt } = refund
  // The provider forgets a key after a day; a new day's key is safe since the ledger was read.
  const day = Math.floor((clock.now().getTime() - createdAt.getTime()) / KEY_LIFETIME_MS)
  return cards.refund({ key: `refund-${id}-${day}`, intentId, amountCents, refundId: id }, 'worker')
}

async function finish(
  { db, clock }: PaymentDeps,
  refund: RefundRow,
  status: 'succeeded' | 'failed',
  providerRef: string | null,
): Promise<void> {
  await db
    .update(refunds)
    .set({ status, providerRef, updatedAt: clock.now() })
    .where(eq(refunds.id, refund.id))
}

async function retryLater({ db, clock }: PaymentDeps, refund: RefundRow): Promise<void> {
  const wait = Math.min(2 ** refund.attempts * 5_000, LONGEST_WAIT_MS)
  const dueAt = new Date(clock.now().getTime() + wait)
  await db.update(refunds).set({ dueAt }).where(eq(refunds.id, refund.id))
}
