import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { CardProviderError, type CardRefund } from '../port.ts'
import { KEY_LIFETIME_MS } from '../rules.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { refunds } from '../tables.ts'
import { alertRefundFailed, endRefundAlert } from './alert-refund.ts'
import { refundAsCredit } from './refund-as-credit.ts'
import { classifyRefundError, REFUND_RETURNED } from './refund-error.ts'

type DueRefund = typeof refunds.$inferSelect
/** Goes to the card: a refund as credit has no intent. */
type RefundRow = DueRefund & { intentId: string }

/** Longer than the provider's timeout, so that a claim does not expire during the call. */
const CLAIM_MS = 60_000
const MAX_WAIT_MS = 3_600_000

/** Sends every due refund to the provider, or adds it as credit. Safe to run in any number of processes. */
export async function sendDueRefunds(deps: PaymentDeps): Promise<void> {
  for (let refund = await claimNext(deps); refund; refund = await claimNext(deps)) {
    const { intentId } = refund
    if (intentId === null) await addAsCredit(deps, refund)
    else await sendRefund(deps, { ...refund, intentId })
  }
}

function claimNext({ db, clock }: PaymentDeps): Promise<DueRefund | undefined> {
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

async function addAsCredit(deps: PaymentDeps, refund: DueRefund): Promise<void> {
  try {
    await refundAsCredit(deps, refund)
  } catch (err) {
    const { id: refundId, orderId } = refund
    deps.log.warn({ refundId, orderId, err }, 'refund as credit failed')
    await retryLater(deps.db, deps, refund, { lastError: 'An unexpected error occurred.' })
  }
}

async function sendRefund(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  try {
    const result = (await findInLedger(deps, refund)) ?? (await sendRequest(deps, refund))
    // Settled first: a refund that is marked as done is not processed again.
    await settleIntent(deps, refund.intentId, 'background')
    await finish(deps, refund, result)
  } catch (err) {
    const { id: refundId, orderId } = refund
    deps.log.warn({ refundId, orderId, err }, 'refund attempt failed')
    // One refund's error must not block the others.
    if (err instanceof CardProviderError) await handleError(deps, refund, err)
    else await retryLater(deps.db, deps, refund, { lastError: 'An unexpected error occurred.' })
  }
}

/** I4: after an attempt with unknown outcome, the ledger is read before another request. */
async function findInLedger(deps: PaymentDeps, refund: RefundRow): Promise<CardRefund | undefined> {
  if (refund.attempts === 1) return undefined
  const ledger = await deps.cards.listRefunds(refund.intentId, 'background')
  return ledger.find(({ refundId }) => refundId === refund.id)
}

async function sendRequest(deps: PaymentDeps, refund: RefundRow): Promise<CardRefund> {
  const { id, intentId, amountCents } = refund
  const idempotencyKey = refundKey(deps, refund)
  const input = { idempotencyKey, intentId, amountCents, refundId: id }
  try {
    return await deps.cards.refund(input, 'background')
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.kind !== 'invalid_request') throw err
    // The rejection may be due to an earlier attempt of this refund that succeeded.
    const earlier = await findInLedger(deps, { ...refund, attempts: refund.attempts + 1 })
    if (!earlier) throw err
    return earlier
  }
}

/** The provider drops a key after a day. A new key is safe because the ledger was read. */
function refundKey({ clock }: PaymentDeps, { id, createdAt, keyVersion }: RefundRow): string {
  const day = Math.floor((clock.now().getTime() - createdAt.getTime()) / KEY_LIFETIME_MS)
  return [`refund-${id}-${day}`, ...(keyVersion > 0 ? [keyVersion] : [])].join('-')
}

async function finish(deps: PaymentDeps, refund: RefundRow, result: CardRefund): Promise<void> {
  const isFailed = result.status === 'failed'
  await deps.db.transaction(async (tx) => {
    await tx
      .update(refunds)
      .set({
        status: isFailed ? 'failed' : 'succeeded',
        providerRef: result.id,
        lastError: isFailed ? REFUND_RETURNED : null,
        updatedAt: deps.clock.now(),
      })
      .where(eq(refunds.id, refund.id))
    await endAlert(tx, deps, { kind: 'refunds_blocked' })
    if (isFailed) {
      await deps.handlers.refundRejected(tx, { refundId: refund.id, reason: REFUND_RETURNED })
      return alertRefundFailed(tx, deps, refund, REFUND_RETURNED)
    }
    await endRefundAlert(tx, deps, refund.orderId)
    await deps.handlers.refunded(tx, refund.orderId, { refundId: refund.id })
  })
}

async function handleError(
  deps: PaymentDeps,
  refund: RefundRow,
  error: CardProviderError,
): Promise<void> {
  const now = deps.clock.now()
  const age = now.getTime() - refund.createdAt.getTime()
  const info = classifyRefundError(error, age)
  const { isFinal, isBlocking, needsNewKey, isSettled, reason } = info
  await deps.db.transaction(async (tx) => {
    if (isFinal) {
      await tx
        .update(refunds)
        .set({ status: 'failed', lastError: reason, updatedAt: now })
        .where(eq(refunds.id, refund.id))
      await deps.handlers.refundRejected(tx, { refundId: refund.id, reason })
      if (!isSettled) await alertRefundFailed(tx, deps, refund, reason)
      return
    }
    const keyVersion = sql`${refunds.keyVersion} + ${needsNewKey ? 1 : 0}`
    await retryLater(tx, deps, refund, { lastError: reason, keyVersion })
    if (!isBlocking) return
    const message = `${reason} We retry refunds at least once an hour.`
    await raiseAlert(tx, deps, { kind: 'refunds_blocked', message })
  })
  if (isFinal) await settleAnyway(deps, refund)
}

/** Records the dispute or outside refund that may have caused the rejection. */
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
  refund: DueRefund,
  change: { lastError: string; keyVersion?: ReturnType<typeof sql> },
): Promise<void> {
  const wait = Math.min(2 ** refund.attempts * 5_000, MAX_WAIT_MS)
  const dueAt = new Date(clock.now().getTime() + wait)
  await db
    .update(refunds)
    .set({ dueAt, ...change })
    .where(eq(refunds.id, refund.id))
}
