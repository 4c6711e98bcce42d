import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { isDispatched } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderRow } from '#server/modules/orders/index.ts'
import { isSameAccount, lockPayment, type PaymentRow } from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  isDisputed,
  isUnpaid,
  type SubscriptionDeps,
  type SubscriptionRow,
} from '#server/modules/subscriptions/index.ts'
import {
  attemptsOf,
  insertAttempt,
  lockCycle,
  lockForCharge,
  otherOpenCycles,
  waitingCancels,
} from './charge-statements.ts'
import { type ChargeStep, chargeStep, isDeclinedForGood } from './rules.ts'
import type { chargeAttempts } from './tables.ts'

const DISPUTE_WAIT_MS = 3_600_000

export type AttemptRow = typeof chargeAttempts.$inferSelect

/** A cycle that a worker has in hand, every row of it locked, and what it needs now. */
export type Case = {
  cycle: CycleRow
  subscription: SubscriptionRow
  order: OrderRow
  payment: PaymentRow
  /** The newest request of which nobody knows the end. */
  unknown: AttemptRow | undefined
  attempts: number
  step: ChargeStep
}

/** Nothing when another worker has taken it over meanwhile. */
export async function openCase(
  tx: Tx,
  deps: SubscriptionDeps,
  claimed: CycleRow,
): Promise<Case | undefined> {
  const { orderId, subscriptionId } = claimed
  if (!orderId) return undefined
  const at = { subscriptionId, cycle: claimed.cycle }
  const [[subscription], order, payment, [cycle], tried, others, cancels, disputed] =
    await pipelined(
      lockForCharge(tx, { id: subscriptionId }),
      lockOrder(tx, orderId),
      lockPayment(tx, orderId),
      lockCycle(tx, at),
      attemptsOf(tx, { orderId }),
      otherOpenCycles(tx, at),
      waitingCancels(tx, { orderId, subscriptionId }),
      isDisputed(tx, subscriptionId),
    )
  if (!payment || !order || !subscription || cycle?.lease !== claimed.lease) return undefined

  const unknown = tried.find(({ outcome }) => outcome === null)
  const now = deps.clock.now()
  const decided = chargeStep(
    {
      ...cycle,
      isOrderCancelled: order.status === 'cancelled',
      isBrought: isDispatched(order),
      isPaid: payment.paidAt !== null,
      hasCard:
        subscription.paymentMethodRef !== null &&
        isSameAccount(subscription.providerAccount, deps.account),
      isCardRefused: isDeclinedForGood(tried, subscription.paymentMethodRef),
      hasOtherUnpaid: others.some(isUnpaid),
      unknownSince: unknown?.startedAt ?? null,
    },
    deps.shop.timeZone,
    now,
  )
  const step = heldUp(decided, now, { isCancelling: cancels.length > 0, disputed })
  return { cycle, subscription, order, payment, unknown, attempts: tried.length, step }
}

const RECHECK_MS = 15_000

const afterWindow = (now: Date) => new Date(now.getTime() + RECHECK_MS)

/** What is decided, unless it has to wait for something else first. */
function heldUp(
  step: ChargeStep,
  now: Date,
  { isCancelling, disputed }: { isCancelling: boolean; disputed: boolean },
): ChargeStep {
  // Neither charged nor called off while it may still be undone.
  if (isCancelling) return { do: 'wait', until: afterWindow(now) }
  // Nobody is charged again while they contest a charge; the cycle's time runs out as ever.
  const isHeldUp = disputed && step.do === 'charge'
  return isHeldUp ? { do: 'wait', until: new Date(now.getTime() + DISPUTE_WAIT_MS) } : step
}

/** I3: the request's key, sum and card are on disk before it is made. */
export async function writeAttempt(
  tx: Tx,
  { clock, random }: Pick<SubscriptionDeps, 'clock' | 'random'>,
  { order, payment, subscription, attempts }: Case,
  intentId: string,
): Promise<AttemptRow> {
  const number = attempts + 1
  const [attempt] = await insertAttempt(tx, {
    id: random.uuid(),
    orderId: order.id,
    number,
    intentId,
    key: `charge-${order.id}-${number}`,
    amountCents: payment.amountCents,
    paymentMethodRef: subscription.paymentMethodRef ?? '',
    startedAt: clock.now(),
  })
  if (!attempt) throw new Error('a charge attempt was not written')
  return attempt
}
