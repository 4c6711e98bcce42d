import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { isDispatched } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderRow } from '#server/modules/orders/index.ts'
import { isSameAccount, lockPayment, type PaymentRow } from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  findNetDays,
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

/** A leased cycle with all of its rows locked, and the next action for it. */
export type ChargeContext = {
  cycle: CycleRow
  subscription: SubscriptionRow
  order: OrderRow
  payment: PaymentRow
  /** The latest request whose outcome is unknown. */
  unknown: AttemptRow | undefined
  attempts: number
  /** Terms of its invoice; null if the card is charged. */
  netDays: number | null
  action: ChargeAction
}

/** Returns undefined if another worker has leased the cycle since. */
export async function loadChargeContext(
  tx: Tx,
  deps: SubscriptionDeps,
  claimed: CycleRow,
): Promise<ChargeContext | undefined> {
  const { orderId, subscriptionId } = claimed
  if (!orderId) return undefined
  const cycleKey = { subscriptionId, cycle: claimed.cycle }
  const [[subscription], order, payment, [cycle], attempts, others, cancels, disputed] =
    await pipelined(
      lockForCharge(tx, { id: subscriptionId }),
      lockOrder(tx, orderId),
      lockPayment(tx, orderId),
      lockCycle(tx, cycleKey),
      getAttempts(tx, { orderId }),
      otherOpenCycles(tx, cycleKey),
      pendingCancels(tx, { orderId, subscriptionId }),
      isDisputed(tx, subscriptionId),
    )
  if (!payment || !order || !subscription || cycle?.lease !== claimed.lease) return undefined

  const netDays = await findNetDays(tx, subscription)
  const unknown = attempts.find(({ outcome }) => outcome === null)
  const now = deps.clock.now()
  const planned = nextChargeAction(
    {
      ...cycle,
      isOrderCancelled: order.status === 'cancelled',
      isDispatched: isDispatched(order),
      isPaid: payment.paidAt !== null,
      isCovered: payment.amountCents === 0,
      isByInvoice: netDays !== null,
      hasCard:
        subscription.paymentMethodRef !== null &&
        isSameAccount(subscription.providerAccount, deps.account),
      isCardDeclined: isDeclinedFinally(attempts, subscription.paymentMethodRef),
      hasOtherUnpaid: others.some(isUnpaid),
      unknownSince: unknown?.startedAt ?? null,
    },
    deps.shop.calendar,
    now,
  )
  const action = deferIfBlocked(planned, now, { isCancelling: cancels.length > 0, disputed })
  const common = { cycle, subscription, order, payment, unknown, netDays }
  return { ...common, attempts: attempts.length, action }
}

const RECHECK_MS = 15_000

const recheckTime = (now: Date) => new Date(now.getTime() + RECHECK_MS)

/** Replaces the action by a wait if a cancellation or a dispute must be resolved first. */
function deferIfBlocked(
  action: ChargeAction,
  now: Date,
  { isCancelling, disputed }: { isCancelling: boolean; disputed: boolean },
): ChargeAction {
  // While staff can still undo a cancellation, the cycle is neither charged nor cancelled.
  if (isCancelling) return { type: 'wait', until: recheckTime(now) }
  // No charge during a dispute. The retry window still expires.
  const isBlocked = disputed && action.type === 'charge'
  return isBlocked ? { type: 'wait', until: new Date(now.getTime() + DISPUTE_WAIT_MS) } : action
}

/** I3: the request's key, amount and card are committed before it is sent. */
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
  if (!attempt) throw new Error('inserting a charge attempt returned no row')
  return attempt
}
