import { and, eq, isNull } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { SkipReason } from '#contract/subscriptions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder } from '#server/modules/deliveries/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { releaseCredit, transitionPayment } from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  type SubscriptionDeps,
  updateClaimedCycle,
  updateCycleRow,
  updateSubscriptionRow,
} from '#server/modules/subscriptions/index.ts'
import { type AttemptRow, type ChargeContext, loadChargeContext } from './charge-context.ts'
import { AMOUNT_MISMATCH, declineKind, isAttempt } from './declines.ts'
import { MAX_CHARGE_ATTEMPTS, nextCheck, recheckDelayMs } from './rules.ts'
import { chargeAttempts } from './tables.ts'

type DeclineResult = { code: string; chargeRef?: string }
/** Retries at once if the provider responds; later if it rejected the request. */
type NotProcessed = { retry: 'now' | 'later' }

/** Ends an attempt that was declined, or that the provider never processed. */
export async function endAttempt(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  result: DeclineResult | NotProcessed,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const context = await loadChargeContext(tx, deps, claimed)
    // The lease expired. The next worker gets the same response under the same key.
    if (!context) return
    const { code = null, chargeRef = null } = 'code' in result ? result : {}
    const isDecline = code !== null && code !== AMOUNT_MISMATCH
    const outcome = isDecline ? declineKind(code) : ('not_processed' as const)
    const ended = await tx
      .update(chargeAttempts)
      .set({ outcome, code, chargeRef, endedAt: deps.clock.now() })
      .where(and(eq(chargeAttempts.id, attempt.id), isNull(chargeAttempts.outcome)))
      .returning({ id: chargeAttempts.id })
    // The payment may have succeeded after all.
    if (ended.length === 0 || context.payment.paidAt) return
    if ('retry' in result) {
      const isNow = result.retry === 'now'
      const next = isNow ? { dueAt: deps.clock.now() } : nextRecheck(deps, context.cycle)
      return updateCycleRow(tx, deps, context.cycle, {
        status: 'ordered',
        leasedUntil: null,
        ...next,
      })
    }
    await putUnpaidOnHold(tx, deps, context, result.code, attempt.paymentMethodRef)
  })
}

/** The provider customer, and with it the card, was deleted before the first charge request. */
export async function markCardDeleted(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  card: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const context = await loadChargeContext(tx, deps, claimed)
    if (!context || context.payment.paidAt) return
    await putUnpaidOnHold(tx, deps, context, 'card_gone', card)
  })
}

/** R8, R9: on hold from the first decline; retried with growing delays, or not at all. */
export async function putUnpaidOnHold(
  tx: Tx,
  deps: SubscriptionDeps,
  context: ChargeContext,
  code: string,
  chargedCard: string | null,
): Promise<void> {
  const { cycle, order, subscription } = context
  const now = deps.clock.now()
  const kind = declineKind(code)
  const failedAttempts = cycle.failedAttempts + (isAttempt(code) ? 1 : 0)
  const firstFailedAt = cycle.firstFailedAt ?? now
  // The customer changed the card during the charge: the new card is charged at once.
  const hasNewCard =
    chargedCard !== null && chargedCard !== (subscription.paymentMethodRef ?? chargedCard)
  const dueAt = hasNewCard ? now : nextCheck(kind, failedAttempts, firstFailedAt, now).at
  await updateCycleRow(tx, deps, cycle, {
    status: 'unpaid',
    failedAttempts,
    firstFailedAt,
    lastCode: code,
    unansweredSince: null,
    holdAt: cycle.holdAt ?? now,
    dueAt,
    leasedUntil: null,
  })
  if (code === 'card_gone' && subscription.paymentMethodRef === chargedCard) {
    await updateSubscriptionRow(tx, deps, subscription.id, { paymentMethodRef: null })
  }
  if (order.status === 'cancelled') return
  if (failedAttempts >= MAX_CHARGE_ATTEMPTS) return exhaustRetries(tx, deps, context)
  if (hasNewCard) return
  await queueEmail(tx, deps, {
    kind: kind === 'authentication' ? 'card_authentication' : 'card_problem',
    subjectId: order.id,
    // R9: one email asks the cardholder to authenticate, however often the bank requires it.
    ...(kind !== 'authentication' && {
      dedupeSuffix: emailDedupeSuffix(deps, code, failedAttempts),
    }),
  })
}

/** One email per attempt. Codes that are no attempt are reported at most once a day. */
const emailDedupeSuffix = ({ clock, shop }: SubscriptionDeps, code: string, attempts: number) =>
  isAttempt(code) ? String(attempts) : `${code}-${shopDate(shop.calendar, clock.now())}`

/** No more charges after the last attempt; paying the order reactivates the subscription. */
export async function exhaustRetries(
  tx: Tx,
  deps: SubscriptionDeps,
  { cycle, order, payment, subscription }: ChargeContext,
): Promise<void> {
  await updateCycleRow(tx, deps, cycle, { status: 'failed', dueAt: null, leasedUntil: null })
  await transitionPayment(tx, deps, payment, 'failed')
  await releaseCredit(tx, deps, order.id, { isStillPayable: true })
  if (subscription.status === 'cancelled') return
  await updateSubscriptionRow(tx, deps, subscription.id, { status: 'past_due', nextDate: null })
  await queueEmail(tx, deps, { kind: 'subscription_past_due', subjectId: order.id })
}

/** Call only if no intent is left that could be charged. */
export async function skipDueCycle(
  tx: Tx,
  deps: SubscriptionDeps,
  { cycle, order }: ChargeContext,
  reason: SkipReason,
): Promise<void> {
  const { subscriptionId, cycle: number, date } = cycle
  deps.log.warn(
    { subscriptionId, cycle: number, date, reason },
    'delivery skipped instead of charged',
  )
  await updateCycleRow(tx, deps, cycle, {
    status: 'skipped',
    reason,
    dueAt: null,
    leasedUntil: null,
  })
  // Delivered but not charged: listed for staff to charge (R12).
  if (reason === 'missed_but_delivered') return
  await cancelOrder(tx, deps, order.id)
  await queueEmail(tx, deps, {
    kind: 'delivery_skipped',
    subjectId: order.id,
    dedupeSuffix: String(number),
  })
}

/** Ends the engine's work on a cycle; a skipped cycle keeps its reason. */
export async function closeCycle(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const context = await loadChargeContext(tx, deps, claimed)
    if (!context) return
    const { cycle, order, payment } = context
    await tx
      .update(chargeAttempts)
      .set({ outcome: 'not_processed', endedAt: deps.clock.now() })
      .where(and(eq(chargeAttempts.orderId, order.id), isNull(chargeAttempts.outcome)))
    const isDecided = cycle.status === 'skipped' || payment.paidAt !== null
    await updateCycleRow(tx, deps, cycle, {
      ...(!isDecided && { status: 'void' as const, reason: cycle.reason ?? 'order_cancelled' }),
      dueAt: null,
      leasedUntil: null,
    })
  })
}

/** One minute after the first provider failure, then with growing delays up to an hour. */
function nextRecheck({ clock }: SubscriptionDeps, { unansweredSince }: CycleRow) {
  const now = clock.now()
  const since = unansweredSince ?? now
  const wait = recheckDelayMs(now.getTime() - since.getTime())
  return { dueAt: new Date(now.getTime() + wait), unansweredSince: since }
}

/** I4: the outcome is unknown, so the same request is repeated, soon at first. */
export async function scheduleRecheck(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  await updateClaimedCycle(deps.db, deps, claimed, {
    ...nextRecheck(deps, claimed),
    leasedUntil: null,
  })
}
