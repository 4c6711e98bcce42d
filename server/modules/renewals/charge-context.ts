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
  getAttempts,
  insertAttempt,
  lockCycle,
  lockForCharge,
  otherOpenCycles,
  pendingCancels,
} from './charge-statements.ts'
import { type ChargeAction, isDeclinedFinally, nextChargeAction } from './rules.ts'
import type { chargeAttempts } from './tables.ts'

const DISPUTE_WAIT_MS = 3_600_000

export type AttemptRow = typeof chargeAttempts.$inferSelect

/** A cycle that a worker has in hand, every row of it locked, and what it needs now. */
export type ChargeContext = {
  cycle: CycleRow
  subscription: SubscriptionRow
  order: OrderRow
  payment: PaymentRow
  /** The newest request of which nobody knows the end. */
  unknown: AttemptRow | undefined
  attempts: number
  action: ChargeAction
}

/** Nothing when another worker has taken it over meanwhile. */
export async function loadChargeContext(
  tx: Tx,
  deps: SubscriptionDeps,
  claimed: CycleRow,
): Promise<ChargeContext | undefined> {
  const { orderId, subscriptionId } = claimed
  if (!orderId) return undefined
  const at = { subscriptionId, cycle: claimed.cycle }
  const [[subscription], order, payment, [cycle], tried, others, cancels, disputed] =
    await pipelined(
      lockForCharge(tx, { id: subscriptionId }),
      lockOrder(tx, orderId),
      lockPayment(tx, orderId),
      lockCycle(tx, at),
      getAttempts(tx, { orderId }),
      otherOpenCycles(tx, at),
      pendingCancels(tx, { orderId, subscriptionId }),
      isDisputed(tx, subscriptionId),
    )
  if (!payment || !order || !subscription || cycle?.lease !== claimed.lease) return undefined

  const unknown = tried.find(({ outcome }) => outcome === null)
  const now = deps.clock.now()
  const decided = nextChargeAction(
    {
      ...cycle,
      isOrderCancelled: order.status === 'cancelled',
      isDispatched: isDispatched(order),
      isPaid: payment.paidAt !== null,
      hasCard:
        subscription.paymentMethodRef !== null &&
        isSameAccount(subscription.providerAccount, deps.account),
      isCardDeclined: isDeclinedFinally(tried, subscription.paymentMethodRef),
      hasOtherUnpaid: others.some(isUnpaid),
      unknownSince: unknown?.startedAt ?? null,
    },
    deps.shop.timeZone,
    now,
  )
  const action = deferIfBlocked(decided, now, { isCancelling: cancels.length > 0, disputed })
  return { cycle, subscription, order, payment, unknown, attempts: tried.length, action }
}

const RECHECK_MS = 15_000

const recheckTime = (now: Date) => new Date(now.getTime() + RECHECK_MS)

/** What is decided, unless it has to wait for something else first. */
function deferIfBlocked(
  action: ChargeAction,
  now: Date,
  { isCancelling, disputed }: { isCancelling: boolean; disputed: boolean },
): ChargeAction {
  // Neither charged nor called off while it may still be undone.
  if (isCancelling) return { type: 'wait', until: recheckTime(now) }
  // Nobody is charged again while they contest a charge; the cycle's time runs out as ever.
  const isBlocked = disputed && action.type === 'charge'
  return isBlocked ? { type: 'wait', until: new Date(now.getTime() + DISPUTE_WAIT_MS) } : action
}

/** I3: the request's key, sum and card are on disk before it is made. */
export async function recordAttempt(
  tx: Tx,
  { clock, random }: Pick<SubscriptionDeps, 'clock' | 'random'>,
  { order, payment, subscription, attempts }: ChargeContext,
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
