import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError, type CardRefund } from '../port.ts'
import { KEY_LIFETIME_MS } from '../rules.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { refunds } from '../tables.ts'
import { alertRefundFailed, endRefundAlert } from './alert-refund.ts'
import { classifyRefundError, REFUND_RETURNED } from './refund-error.ts'

type RefundRow = typeof refunds.$inferSelect

/** Longer than a worker waits for the provider, so a claim outlives the call that it covers. */
const CLAIM_MS = 60_000
const MAX_WAIT_MS = 3_600_000

/** Asks the provider for every refund that is due. Safe in any number of processes at once. */
export async function sendDueRefunds(deps: PaymentDeps): Promise<void> {
  for (let refund = await claimNext(deps); refund; refund = await claimNext(deps)) {
    await sendRefund(deps, refund)
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

async function sendRefund(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  try {
    const done = (await findInLedger(deps, refund)) ?? (await sendRequest(deps, refund))
    // Settled first: a refund that is marked as done is not looked at again.
    await settleIntent(deps, refund.intentId, 'background')
    await finish(deps, refund, done)
  } catch (err) {
    const { id: refundId, orderId } = refund
    deps.log.warn({ refundId, orderId, err }, 'refund not through yet')
    // One refund's trouble, of whatever kind, must not keep the others waiting.
    if (err instanceof CardProviderError) await handleError(deps, refund, err)
    else await retryLater(deps.db, deps, refund, { lastError: 'An unexpected error occurred.' })
  }
}

/** I4: after a try whose end nobody knows, the ledger is read before anything is asked again. */
async function findInLedger(deps: PaymentDeps, refund: RefundRow): Promise<CardRefund | undefined> {
  if (refund.attempts === 1) return undefined
  const known = await deps.cards.listRefunds(refund.intentId, 'background')
  return known.find((one) => one.refundId === refund.id)
}

async function sendRequest(deps: PaymentDeps, refund: RefundRow): Promise<CardRefund> {
  const { id, intentId, amountCents } = refund
  const key = refundKey(deps, refund)
  try {
    return await deps.cards.refund({ key, intentId, amountCents, refundId: id }, 'background')
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.kind !== 'invalid_request') throw err
    // What cannot be refunded any more may have been refunded by this very request before.
    const made = await findInLedger(deps, { ...refund, attempts: refund.attempts + 1 })
    if (!made) throw err
    return made
  }
}

/** The provider forgets a key after a day; a new day's key is safe since the ledger was read. */
function refundKey({ clock }: PaymentDeps, { id, createdAt, keyVersion }: RefundRow): string {
  const day = Math.floor((clock.now().getTime() - createdAt.getTime()) / KEY_LIFETIME_MS)
  return [`refund-${id}-${day}`, ...(keyVersion > 0 ? [keyVersion] : [])].join('-')
}

async function finish(deps: PaymentDeps, refund: RefundRow, done: CardRefund): Promise<void> {
  const isFailed = done.status === 'failed'
  await deps.db.transaction(async (tx) => {
    await tx
      .update(refunds)
      .set({
        status: isFailed ? 'failed' : 'succeeded',
        providerRef: done.id,
        lastError: isFailed ? REFUND_RETURNED : null,
        updatedAt: deps.clock.now(),
      })
      .where(eq(refunds.id, refund.id))
    await endAlert(tx, deps, { kind: 'refunds_blocked' })
    if (isFailed) return alertRefundFailed(tx, deps, refund, REFUND_RETURNED)
    await endRefundAlert(tx, deps, refund.orderId)
    await deps.handlers.refunded(tx, refund.orderId, { refundId: refund.id })
  })
}

async function handleError(
  deps: PaymentDeps,
  refund: RefundRow,
  problem: CardProviderError,
): Promise<void> {
  const now = deps.clock.now()
  const age = now.getTime() - refund.createdAt.getTime()
  const judged = classifyRefundError(problem, age)
  const { isFinal, isBlocking, needsNewKey, isSettled, reason } = judged
  await deps.db.transaction(async (tx) => {
    if (isFinal) {
      await tx
        .update(refunds)
        .set({ status: 'failed', lastError: reason, updatedAt: now })
        .where(eq(refunds.id, refund.id))
      if (!isSettled) await alertRefundFailed(tx, deps, refund, reason)
      return
    }
    const keyVersion = sql`${refunds.keyVersion} + ${needsNewKey ? 1 : 0}`
    await retryLater(tx, deps, refund, { lastError: reason, keyVersion })
    if (!isBlocking) return
    const message = `${reason} Refunds are tried again at least once an hour.`
    await raiseAlert(tx, deps, { kind: 'refunds_blocked', message })
  })
  if (isFinal) await settleAnyway(deps, refund)
}

/** What stands in the way, a dispute or a refund made at the provider, is news of the payment. */
async function settleAnyway(deps: PaymentDeps, { intentId, orderId }: RefundRow): Promise<void> {
  try {
    await settleIntent(deps, intentId, 'background')
  } catch (err) {
    deps.log.warn({ intentId, orderId, err }, 'payment not settled this time')
  }
}

async function retryLater(
  db: PaymentDeps['db'] | Tx,
  { clock }: PaymentDeps,
  refund: RefundRow,
  change: { lastError: string; keyVersion?: ReturnType<typeof sql> },
): Promise<void> {
  const wait = Math.min(2 ** refund.attempts * 5_000, MAX_WAIT_MS)
  const dueAt = new Date(clock.now().getTime() + wait)
  await db
    .update(refunds)
    .set({ dueAt, ...change })
    .where(eq(refunds.id, refund.id))
}
