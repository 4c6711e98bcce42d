import { and, eq, isNull } from 'drizzle-orm'
import { dateIn } from '#contract/dates/calendar.ts'
import type { SkipReason } from '#contract/subscriptions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder } from '#server/modules/deliveries/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { transitionPayment } from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  type SubscriptionDeps,
  updateCycleRow,
  updateSubscriptionRow,
} from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { type AttemptRow, type ChargeContext, loadChargeContext } from './charge-context.ts'
import { AMOUNT_MISMATCH, declineKind, isAttempt } from './declines.ts'
import { MAX_CHARGE_ATTEMPTS, nextCheck, recheckDelayMs } from './rules.ts'
import { chargeAttempts } from './tables.ts'

type DeclineResult = { code: string; chargeRef?: string }
/** A provider that answers may be asked at once; one that refused the request is given time. */
type NotProcessed = { again: 'now' | 'later' }

/** The provider's no, or that it did nothing with the request at all. */
export async function endAttempt(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  result: DeclineResult | NotProcessed,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await loadChargeContext(tx, deps, claimed)
    // A worker that slept past its lease leaves it to the next, who hears the same under the same key.
    if (!found) return
    const { code = null, chargeRef = null } = 'code' in result ? result : {}
    const isNo = code !== null && code !== AMOUNT_MISMATCH
    const outcome = isNo ? declineKind(code) : ('lost' as const)
    const ended = await tx
      .update(chargeAttempts)
      .set({ outcome, code, chargeRef, endedAt: deps.clock.now() })
      .where(and(eq(chargeAttempts.id, attempt.id), isNull(chargeAttempts.outcome)))
      .returning({ id: chargeAttempts.id })
    // The money may have come after all.
    if (ended.length === 0 || found.payment.paidAt) return
    if ('again' in result) {
      const isNow = result.again === 'now'
      const next = isNow ? { dueAt: deps.clock.now() } : nextRecheck(deps, found.cycle)
      return updateCycleRow(tx, deps, found.cycle, {
        status: 'ordered',
        leasedUntil: null,
        ...next,
      })
    }
    await putUnpaidOnHold(tx, deps, found, result.code, attempt.paymentMethodRef)
  })
}

/** The card went with its customer before any request was made for this delivery. */
export async function markCardDeleted(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  card: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await loadChargeContext(tx, deps, claimed)
    if (!found || found.payment.paidAt) return
    await putUnpaidOnHold(tx, deps, found, 'card_gone', card)
  })
}

/** R8, R9: held from the first no on; asked again with growing gaps, or not at all. */
export async function putUnpaidOnHold(
  tx: Tx,
  deps: SubscriptionDeps,
  found: ChargeContext,
  code: string,
  asked: string | null,
): Promise<void> {
  const { cycle, order, subscription } = found
  const now = deps.clock.now()
  const kind = declineKind(code)
  const failedAttempts = cycle.failedAttempts + (isAttempt(code) ? 1 : 0)
  const firstFailedAt = cycle.firstFailedAt ?? now
  // Its owner chose another card while this one was asked: that one is tried at once.
  const hasNewCard = asked !== null && asked !== (subscription.paymentMethodRef ?? asked)
  const at = hasNewCard ? now : nextCheck(kind, failedAttempts, firstFailedAt, now).at
  await updateCycleRow(tx, deps, cycle, {
    status: 'unpaid',
    failedAttempts,
    firstFailedAt,
    lastCode: code,
    unansweredSince: null,
    holdAt: cycle.holdAt ?? now,
    dueAt: at,
    leasedUntil: null,
  })
  if (code === 'card_gone' && subscription.paymentMethodRef === asked) {
    await updateSubscriptionRow(tx, deps, subscription.id, { paymentMethodRef: null })
  }
  if (order.status === 'cancelled') return
  if (failedAttempts >= MAX_CHARGE_ATTEMPTS) return exhaustRetries(tx, deps, found)
  if (hasNewCard) return
  await queueEmail(tx, deps, {
    kind: kind === 'authentication' ? 'card_authentication' : 'card_problem',
    subjectId: order.id,
    // R9: one mail asks the holder to pay in person, however often that is found out.
    ...(kind !== 'authentication' && {
      dedupeSuffix: emailDedupeSuffix(deps, code, failedAttempts),
    }),
  })
}

/** Once for each try; what is no try is told once a day, however often it is found out. */
const emailDedupeSuffix = ({ clock, shop }: SubscriptionDeps, code: string, tries: number) =>
  isAttempt(code) ? String(tries) : `${code}-${dateIn(shop.timeZone, clock.now())}`

/** After the last try nothing more is charged; paying the order resumes the subscription. */
export async function exhaustRetries(
  tx: Tx,
  deps: SubscriptionDeps,
  found: ChargeContext,
): Promise<void> {
  const { cycle, order, payment, subscription } = found
  await updateCycleRow(tx, deps, cycle, { status: 'failed', dueAt: null, leasedUntil: null })
  await transitionPayment(tx, deps, payment, 'failed')
  if (subscription.status === 'cancelled') return
  await updateSubscriptionRow(tx, deps, subscription.id, { status: 'past_due', nextDate: null })
  await queueEmail(tx, deps, { kind: 'subscription_past_due', subjectId: order.id })
}

/** Only where no intent is left that could be charged. */
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
  // What has been brought is listed for staff to charge (R12).
  if (reason === 'missed_delivered') return
  await cancelOrder(tx, deps, order.id)
  await queueEmail(tx, deps, {
    kind: 'delivery_skipped',
    subjectId: order.id,
    dedupeSuffix: String(number),
  })
}

/** Nothing more is to be done by itself; a skip keeps its reason. */
export async function closeCycle(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await loadChargeContext(tx, deps, claimed)
    if (!found) return
    const { cycle, order, payment } = found
    await tx
      .update(chargeAttempts)
      .set({ outcome: 'lost', endedAt: deps.clock.now() })
      .where(and(eq(chargeAttempts.orderId, order.id), isNull(chargeAttempts.outcome)))
    const isDecided = cycle.status === 'skipped' || payment.paidAt !== null
    await updateCycleRow(tx, deps, cycle, {
      ...(!isDecided && { status: 'void' as const, reason: cycle.reason ?? 'order_cancelled' }),
      dueAt: null,
      leasedUntil: null,
    })
  })
}

/** One minute after the first silence, then later and later, an hour at most. */
function nextRecheck({ clock }: SubscriptionDeps, { unansweredSince }: CycleRow) {
  const now = clock.now()
  const since = unansweredSince ?? now
  const wait = recheckDelayMs(now.getTime() - since.getTime())
  return { dueAt: new Date(now.getTime() + wait), unansweredSince: since }
}

/** I4: nobody knows yet. The same is asked again, soon at first. */
export async function scheduleRecheck(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  const { subscriptionId, cycle, lease } = claimed
  await deps.db
    .update(cycles)
    .set({ ...nextRecheck(deps, claimed), leasedUntil: null, updatedAt: deps.clock.now() })
    .where(
      and(
        eq(cycles.subscriptionId, subscriptionId),
        eq(cycles.cycle, cycle),
        lease ? eq(cycles.lease, lease) : undefined,
      ),
    )
}
