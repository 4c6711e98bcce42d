import { and, eq } from 'drizzle-orm'
import { chargeableFrom } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { applyChargedTotal } from '#server/modules/orders/index.ts'
import {
  attachCharge,
  attachIntent,
  type CardIntent,
  CardProviderError,
  getPayment,
  type PaymentRow,
  recordIntent,
  settleIntent,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  deliveryDateFinder,
  type LockedSubscription,
  orderDelivery,
  renewalOrderId,
  type SubscriptionDeps,
  updateSubscriptionRow,
  withLockedSubscription,
} from '#server/modules/subscriptions/index.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { chargeAttempts, engineHeartbeats } from './tables.ts'

const HEARTBEAT = 'charges'
/** Shorter downtimes are covered by idempotency keys, which the provider stores for a day. */
const DOWNTIME_MS = 10 * 60_000
const MARGIN_MS = 3_600_000
const LEDGER_MARGIN_MS = 2 * 24 * MARGIN_MS
const HEARTBEAT_MS = 60_000

/**
 * After downtime or a restore from backup, imports what the provider's ledger has for our deliveries
 * before any card is charged (R12, DU5).
 */
export async function reconcileAfterDowntime(deps: SubscriptionDeps): Promise<void> {
  const now = deps.clock.now()
  const [heartbeat] = await deps.db
    .select()
    .from(engineHeartbeats)
    .where(eq(engineHeartbeats.name, HEARTBEAT))
  const downtime = heartbeat ? now.getTime() - heartbeat.at.getTime() : 0
  if (heartbeat && downtime > DOWNTIME_MS) {
    deps.log.warn({ downtimeMs: downtime }, 'engine downtime detected; reading the ledger first')
    await importLedger(deps, new Date(heartbeat.at.getTime() - MARGIN_MS))
  }
  if (heartbeat && downtime < HEARTBEAT_MS) return
  await deps.db
    .insert(engineHeartbeats)
    .values({ name: HEARTBEAT, at: now })
    .onConflictDoUpdate({ target: engineHeartbeats.name, set: { at: now } })
}

/** Imports everything that the ledger has for our deliveries since then. */
export async function importLedger(deps: SubscriptionDeps, since: Date): Promise<void> {
  for await (const intent of deps.cards.intentsSince(since)) {
    if (intent.cycle && intent.state !== 'canceled') await importIntent(deps, intent)
  }
}

/** Orders that the books lack have an id that only this shop can have made. */
export function isOurCycle({ linkKey }: SubscriptionDeps, { cycle: ref, orderId }: CardIntent) {
  if (!ref || !orderId) return false
  return [0, 1, 2].some(
    (attempt) => renewalOrderId(linkKey, ref.subscriptionId, ref.cycle, attempt) === orderId,
  )
}

/** Whether the books still have the subscription that a cycle belongs to. */
export async function hasSubscription(
  { db }: SubscriptionDeps,
  { cycle }: CardIntent,
): Promise<boolean> {
  if (!cycle) return false
  const { subscriptionId } = cycle
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
  return rows.length > 0
}

/** An order that a restore lost is created again, with the id that the intent names. */
export async function importIntent(deps: SubscriptionDeps, intent: CardIntent): Promise<void> {
  const { cycle: ref, orderId } = intent
  if (!ref || !orderId || !isOurCycle(deps, intent)) return
  await withLockedSubscription(deps.db, ref.subscriptionId, (tx, locked) =>
    restoreOrder(tx, deps, locked, ref.cycle),
  )
  const payment = await getPayment(deps.db, orderId)
  if (!payment) {
    const { subscriptionId, cycle } = ref
    const fields = { intentId: intent.id, subscriptionId, cycle, state: intent.state }
    deps.log.error(fields, 'the ledger has a delivery that the books do not')
    if (intent.state === 'succeeded')
      await raiseMismatchAlert(deps, intent, orderId, 'isn’t in our database')
    return
  }
  const isMismatch = payment.paidAt === null && payment.amountCents !== intent.amountCents
  const isOwnAttempt = isMismatch && (await hasAttempt(deps, intent, orderId))
  if (payment.intentId === null && !isOwnAttempt) {
    // Nothing is charged yet: today's amount applies, and the engine creates another intent.
    if (isMismatch && intent.state === 'open') return replaceIntent(deps, intent, orderId)
    if (isMismatch) await adoptChargedAmount(deps, intent, payment)
    else await deps.db.transaction((tx) => attachIntent(tx, deps, intent, orderId))
  }
  await settleIntent(deps, intent.id, 'background')
}

/** A mismatched charge of a recorded attempt was refunded and must not be adopted. */
async function hasAttempt(
  { db }: SubscriptionDeps,
  { id: intentId }: CardIntent,
  orderId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.orderId, orderId), eq(chargeAttempts.intentId, intentId)))
    .limit(1)
  return rows.length > 0
}

/**
 * The order has today's items, or those of the backup, but the charge is for the items of that time.
 * The charge is kept, and an alert asks staff to compare the items.
 */
function adoptChargedAmount(deps: SubscriptionDeps, intent: CardIntent, payment: PaymentRow) {
  const { orderId } = payment
  return deps.db.transaction(async (tx) => {
    await deps.handlers.lock(tx, orderId)
    if (!(await attachCharge(tx, deps, intent, payment))) return
    await applyChargedTotal(tx, deps, orderId, intent.amountCents + payment.creditCents)
    const expected = centsToText(payment.amountCents)
    await raiseMismatchAlert(deps, intent, orderId, `was $${expected} here. Compare its items`, tx)
  })
}

async function raiseMismatchAlert(
  deps: SubscriptionDeps,
  { id, amountCents }: CardIntent,
  orderId: string,
  what: string,
  tx?: Tx,
): Promise<void> {
  const message = `The payment provider charged $${centsToText(amountCents)} (${id}) for order ${formatOrderNumber(orderId)}, which ${what}.`
  const raise = (inTx: Tx) =>
    raiseAlert(inTx, deps, { kind: 'books_mismatch', subject: orderId, message })
  await (tx ? raise(tx) : deps.db.transaction(raise))
}

async function replaceIntent(
  deps: SubscriptionDeps,
  intent: CardIntent,
  orderId: string,
): Promise<void> {
  await recordIntent(deps.db, deps, intent, orderId)
  try {
    await deps.cards.cancelIntent(intent.id, 'background')
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.kind !== 'state') throw err
    // The intent was charged or cancelled since it was read.
    const latest = await deps.cards.readIntent(intent.id, 'background')
    const isCharged = latest.state === 'succeeded' || latest.state === 'processing'
    if (isCharged) await importIntent(deps, latest)
  }
}

async function restoreOrder(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  cycle: number,
): Promise<void> {
  const { subscription, cycles: rows } = locked
  const cycleRow = rows.find((row) => row.cycle === cycle)
  if (cycleRow?.orderId) return
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const date = dateFor(cycle)
  await orderDelivery(tx, deps, locked, { cycle, date })
  if (cycle < subscription.nextCycle || subscription.nextDate === null) return
  await updateSubscriptionRow(tx, deps, subscription.id, {
    nextCycle: cycle + 1,
    nextDate: dateFor(cycle + 1),
  })
}

/** The earliest time an intent can exist; a restored row may be newer than its date. */
const earliestIntent = ({ shop }: SubscriptionDeps, { createdAt, date }: CycleRow) =>
  Math.min(createdAt.getTime(), chargeableFrom(shop.calendar, date).getTime())

/** Finds the intent that was created for a cycle in the recent ledger. */
export async function findCycleIntent(
  deps: SubscriptionDeps,
  subscriptionId: string,
  cycle: number,
): Promise<CardIntent | undefined> {
  const [row] = await deps.db
    .select()
    .from(cycles)
    .where(and(eq(cycles.subscriptionId, subscriptionId), eq(cycles.cycle, cycle)))
  const since = row ? earliestIntent(deps, row) : deps.clock.now().getTime()
  for await (const intent of deps.cards.intentsSince(new Date(since - LEDGER_MARGIN_MS))) {
    const isMatch = intent.cycle?.subscriptionId === subscriptionId && intent.cycle.cycle === cycle
    if (isMatch && intent.state !== 'canceled') return intent
  }
  return undefined
}
