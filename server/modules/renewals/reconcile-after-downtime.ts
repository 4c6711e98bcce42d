import { and, eq } from 'drizzle-orm'
import { chargeableFrom } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
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
  cadenceDate,
  type LockedSubscription,
  orderDelivery,
  renewalOrderId,
  type SubscriptionDeps,
  updateSubscriptionRow,
  withLockedSubscription,
} from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { chargeAttempts, engineHeartbeats } from './tables.ts'

const HEARTBEAT = 'charges'
/** Shorter silences than this are bridged by the keys, which the provider keeps for a day. */
const DOWNTIME_MS = 10 * 60_000
const MARGIN_MS = 3_600_000
const LEDGER_MARGIN_MS = 2 * 24 * MARGIN_MS
const HEARTBEAT_MS = 60_000

/**
 * Whether the machine slept or an old backup was put back: before anybody is charged, what the
 * provider's ledger holds for our deliveries is taken over (R12, DU5).
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

async function importLedger(deps: SubscriptionDeps, since: Date): Promise<void> {
  for await (const intent of deps.cards.intentsSince(since)) {
    if (intent.cycle && intent.state !== 'canceled') await importIntent(deps, intent)
  }
}

async function importIntent(deps: SubscriptionDeps, intent: CardIntent): Promise<void> {
  const { cycle: ref, orderId } = intent
  if (!ref || !orderId) return
  // The order was lost with the gap: made again, it gets the id that the intent names.
  const isOurs = [0, 1, 2].some(
    (draw) => renewalOrderId(deps.linkKey, ref.subscriptionId, ref.cycle, draw) === orderId,
  )
  if (!isOurs) return
  await withLockedSubscription(deps.db, ref.subscriptionId, (tx, locked) =>
    restoreOrder(tx, deps, locked, ref.cycle),
  )
  const payment = await getPayment(deps.db, orderId)
  if (!payment) {
    const { subscriptionId, cycle } = ref
    const found = { intentId: intent.id, subscriptionId, cycle, state: intent.state }
    deps.log.error(found, 'the ledger has a delivery that the books do not')
    if (intent.state === 'succeeded')
      await raiseMismatchAlert(deps, intent, orderId, 'is not in our database')
    return
  }
  const isMismatch = payment.paidAt === null && payment.amountCents !== intent.amountCents
  const isOwnAttempt = isMismatch && (await hasAttempt(deps, intent, orderId))
  if (payment.intentId === null && !isOwnAttempt) {
    // Before anything was charged the sum of today counts, and the engine makes another intent.
    if (isMismatch && intent.state === 'open') return replaceIntent(deps, intent, orderId)
    if (isMismatch) await adoptChargedAmount(deps, intent, payment)
    else await deps.db.transaction((tx) => attachIntent(tx, deps, intent, orderId))
  }
  await settleIntent(deps, intent.id, 'background')
}

/** What the books charged themselves is not lost: another sum went back, and must not be adopted. */
async function hasAttempt(
  { db }: SubscriptionDeps,
  { id: intentId }: CardIntent,
  orderId: string,
): Promise<boolean> {
  const found = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.orderId, orderId), eq(chargeAttempts.intentId, intentId)))
    .limit(1)
  return found.length > 0
}

/**
 * The order was made again with today's basket, or stands as the backup had it; the charge is for
 * what was agreed then. It is kept, and staff compare the items.
 */
function adoptChargedAmount(deps: SubscriptionDeps, intent: CardIntent, payment: PaymentRow) {
  const { orderId } = payment
  return deps.db.transaction(async (tx) => {
    await deps.handlers.lock(tx, orderId)
    if (!(await attachCharge(tx, deps, intent, payment))) return
    await applyChargedTotal(tx, deps, orderId, intent.amountCents)
    const was = centsToText(payment.amountCents)
    await raiseMismatchAlert(deps, intent, orderId, `was $${was} here. Compare its items`, tx)
  })
}

async function raiseMismatchAlert(
  deps: SubscriptionDeps,
  { id, amountCents }: CardIntent,
  orderId: string,
  what: string,
  tx?: Tx,
): Promise<void> {
  const message = `The card provider charged $${centsToText(amountCents)} (${id}) for order ${orderId.slice(0, 8)}, which ${what}.`
  const raise = (on: Tx) =>
    raiseAlert(on, deps, { kind: 'books_mismatch', subject: orderId, message })
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
    // It was charged or cancelled meanwhile.
    const now = await deps.cards.readIntent(intent.id, 'background')
    if (now.state === 'succeeded' || now.state === 'processing') await importIntent(deps, now)
  }
}

async function restoreOrder(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  cycle: number,
): Promise<void> {
  const { subscription, cycles: rows } = locked
  const known = rows.find((row) => row.cycle === cycle)
  if (known?.orderId) return
  const date = known?.date ?? cadenceDate(subscription, cycle)
  await orderDelivery(tx, deps, locked, { cycle, date })
  if (cycle < subscription.nextCycle || subscription.nextDate === null) return
  await updateSubscriptionRow(tx, deps, subscription.id, {
    nextCycle: cycle + 1,
    nextDate: cadenceDate(subscription, cycle + 1),
  })
}

/** Made on the cycle's date at the earliest; a row that was restored may be younger than that. */
const earliestIntent = ({ shop }: SubscriptionDeps, { createdAt, date }: CycleRow) =>
  Math.min(createdAt.getTime(), chargeableFrom(shop.timeZone, date).getTime())

/** The intent that was made for a cycle before, wherever it is in the last days of the ledger. */
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
    const isIt = intent.cycle?.subscriptionId === subscriptionId && intent.cycle.cycle === cycle
    if (isIt && intent.state !== 'canceled') return intent
  }
  return undefined
}
