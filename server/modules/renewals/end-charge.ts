import { and, eq, isNull } from 'drizzle-orm'
import { dateIn } from '#contract/calendar.ts'
import type { SkipReason } from '#contract/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder } from '#server/modules/deliveries/index.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import { stepPayment } from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  changeCycle,
  changeSubscription,
  type SubscriptionDeps,
} from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { type AttemptRow, type Case, openCase } from './begin-charge.ts'
import { declineKind, isTry, OTHER_SUM } from './declines.ts'
import { lookAgainAfterMs, MAX_TRIES, nextLook } from './rules.ts'
import { chargeAttempts } from './tables.ts'

type Said = { code: string; chargeRef?: string }
/** A provider that answers may be asked at once; one that refused the request is given time. */
type Unsaid = { again: 'now' | 'later' }

/** The provider's no, or that it did nothing with the request at all. */
export async function endAttempt(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  attempt: AttemptRow,
  said: Said | Unsaid,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await openCase(tx, deps, claimed)
    // A worker that slept past its lease leaves it to the next, who hears the same under the same key.
    if (!found) return
    const { code = null, chargeRef = null } = 'code' in said ? said : {}
    const isNo = code !== null && code !== OTHER_SUM
    const outcome = isNo ? declineKind(code) : ('lost' as const)
    const ended = await tx
      .update(chargeAttempts)
      .set({ outcome, code, chargeRef, endedAt: deps.clock.now() })
      .where(and(eq(chargeAttempts.id, attempt.id), isNull(chargeAttempts.outcome)))
      .returning({ id: chargeAttempts.id })
    // The money may have come after all.
    if (ended.length === 0 || found.payment.paidAt) return
    if ('again' in said) {
      const isNow = said.again === 'now'
      const next = isNow ? { dueAt: deps.clock.now() } : nextAsk(deps, found.cycle)
      return changeCycle(tx, deps, found.cycle, { status: 'ordered', leasedUntil: null, ...next })
    }
    await holdUnpaid(tx, deps, found, said.code, attempt.paymentMethodRef)
  })
}

/** The card went with its customer before any request was made for this delivery. */
export async function loseCard(
  deps: SubscriptionDeps,
  claimed: CycleRow,
  card: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await openCase(tx, deps, claimed)
    if (!found || found.payment.paidAt) return
    await holdUnpaid(tx, deps, found, 'card_gone', card)
  })
}

/** R8, R9: held from the first no on; asked again with growing gaps, or not at all. */
export async function holdUnpaid(
  tx: Tx,
  deps: SubscriptionDeps,
  found: Case,
  code: string,
  asked: string | null,
): Promise<void> {
  const { cycle, order, subscription } = found
  const now = deps.clock.now()
  const kind = declineKind(code)
  const tries = cycle.tries + (isTry(code) ? 1 : 0)
  const firstFailedAt = cycle.firstFailedAt ?? now
  // Its owner chose another card while this one was asked: that one is tried at once.
  const hasNewCard = asked !== null && asked !== (subscription.paymentMethodRef ?? asked)
  const at = hasNewCard ? now : nextLook(kind, tries, firstFailedAt, now).at
  await changeCycle(tx, deps, cycle, {
    status: 'unpaid',
    tries,
    firstFailedAt,
    lastCode: code,
    unansweredSince: null,
    heldAt: cycle.heldAt ?? now,
    dueAt: at,
    leasedUntil: null,
  })
  if (code === 'card_gone' && subscription.paymentMethodRef === asked) {
    await changeSubscription(tx, deps, subscription.id, { paymentMethodRef: null })
  }
  if (order.status === 'cancelled') return
  if (tries >= MAX_TRIES) return giveUp(tx, deps, found)
  if (hasNewCard) return
  await announceMail(tx, deps, {
    kind: kind === 'authentication' ? 'card_authentication' : 'card_problem',
    subjectId: order.id,
    // R9: one mail asks the holder to pay in person, however often that is found out.
    ...(kind !== 'authentication' && { occasion: occasionOf(deps, code, tries) }),
  })
}

/** Once for each try; what is no try is told once a day, however often it is found out. */
const occasionOf = ({ clock, shop }: SubscriptionDeps, code: string, tries: number) =>
  isTry(code) ? String(tries) : `${code}-${dateIn(shop.timeZone, clock.now())}`

/** After the last try nothing more is charged; paying the order resumes the subscription. */
export async function giveUp(tx: Tx, deps: SubscriptionDeps, found: Case): Promise<void> {
  const { cycle, order, payment, subscription } = found
  await changeCycle(tx, deps, cycle, { status: 'failed', dueAt: null, leasedUntil: null })
  await stepPayment(tx, deps, payment, 'failed')
  if (subscription.status === 'cancelled') return
  await changeSubscription(tx, deps, subscription.id, { status: 'past_due', nextDate: null })
  await announceMail(tx, deps, { kind: 'subscription_past_due', subjectId: order.id })
}

/** Only where no intent is left that could be charged. */
export async function skipCase(
  tx: Tx,
  deps: SubscriptionDeps,
  { cycle, order }: Case,
  reason: SkipReason,
): Promise<void> {
  const { subscriptionId, cycle: number, date } = cycle
  deps.log.warn({ subscriptionId, cycle: number, date, reason }, 'delivery skipped at its charge')
  await changeCycle(tx, deps, cycle, {
    status: 'skipped',
    reason,
    dueAt: null,
    leasedUntil: null,
  })
  // What has been brought is listed for staff to charge (R12).
  if (reason === 'missed_delivered') return
  await cancelOrder(tx, deps, order.id)
  await announceMail(tx, deps, {
    kind: 'delivery_skipped',
    subjectId: order.id,
    occasion: String(number),
  })
}

/** Nothing more is to be done by itself; a skip keeps its reason. */
export async function endCase(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await openCase(tx, deps, claimed)
    if (!found) return
    const { cycle, order, payment } = found
    await tx
      .update(chargeAttempts)
      .set({ outcome: 'lost', endedAt: deps.clock.now() })
      .where(and(eq(chargeAttempts.orderId, order.id), isNull(chargeAttempts.outcome)))
    const isDecided = cycle.status === 'skipped' || payment.paidAt !== null
    await changeCycle(tx, deps, cycle, {
      ...(!isDecided && { status: 'void' as const, reason: cycle.reason ?? 'order_cancelled' }),
      dueAt: null,
      leasedUntil: null,
    })
  })
}

/** One minute after the first silence, then later and later, an hour at most. */
function nextAsk({ clock }: SubscriptionDeps, { unansweredSince }: CycleRow) {
  const now = clock.now()
  const since = unansweredSince ?? now
  const wait = lookAgainAfterMs(now.getTime() - since.getTime())
  return { dueAt: new Date(now.getTime() + wait), unansweredSince: since }
}

/** I4: nobody knows yet. The same is asked again, soon at first. */
export async function lookAgain(deps: SubscriptionDeps, claimed: CycleRow): Promise<void> {
  const { subscriptionId, cycle, lease } = claimed
  await deps.db
    .update(cycles)
    .set({ ...nextAsk(deps, claimed), leasedUntil: null, updatedAt: deps.clock.now() })
    .where(
      and(
        eq(cycles.subscriptionId, subscriptionId),
        eq(cycles.cycle, cycle),
        lease ? eq(cycles.lease, lease) : undefined,
      ),
    )
}
