import { and, eq } from 'drizzle-orm'
import { chargedFrom } from '#contract/calendar.ts'
import { centsToText } from '#contract/money.ts'
import type { Tx } from '#server/db/client.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { adoptChargedTotal } from '#server/modules/orders/index.ts'
import {
  adoptCharge,
  adoptIntent,
  type CardIntent,
  CardProblem,
  type PaymentRow,
  paymentOf,
  recordIntent,
  settleIntent,
} from '#server/modules/payments/index.ts'
import {
  type CycleRow,
  changeSubscription,
  dateOfCycle,
  type Held,
  laterOrderId,
  orderDelivery,
  type SubscriptionDeps,
  withSubscription,
} from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { chargeAttempts, engineMarks } from './tables.ts'

const MARK = 'charges'
/** Shorter silences than this are bridged by the keys, which the provider keeps for a day. */
const GAP_MS = 10 * 60_000
const MARGIN_MS = 3_600_000
const LEDGER_MARGIN_MS = 2 * 24 * MARGIN_MS
const MARK_EVERY_MS = 60_000

/**
 * Whether the machine slept or an old backup was put back: before anybody is charged, what the
 * provider's ledger holds for our deliveries is taken over (R12, DU5).
 */
export async function reconcileGap(deps: SubscriptionDeps): Promise<void> {
  const now = deps.clock.now()
  const [mark] = await deps.db.select().from(engineMarks).where(eq(engineMarks.name, MARK))
  const silence = mark ? now.getTime() - mark.at.getTime() : 0
  if (mark && silence > GAP_MS) {
    deps.log.warn({ silentForMs: silence }, 'the engine was silent; reading the ledger first')
    await takeOver(deps, new Date(mark.at.getTime() - MARGIN_MS))
  }
  if (mark && silence < MARK_EVERY_MS) return
  await deps.db
    .insert(engineMarks)
    .values({ name: MARK, at: now })
    .onConflictDoUpdate({ target: engineMarks.name, set: { at: now } })
}

async function takeOver(deps: SubscriptionDeps, since: Date): Promise<void> {
  for await (const intent of deps.cards.intentsSince(since)) {
    if (intent.cycle && intent.state !== 'canceled') await takeOverOne(deps, intent)
  }
}

async function takeOverOne(deps: SubscriptionDeps, intent: CardIntent): Promise<void> {
  const { cycle: ref, orderId } = intent
  if (!ref || !orderId) return
  // The order was lost with the gap: made again, it gets the id that the intent names.
  const isOurs = [0, 1, 2].some(
    (draw) => laterOrderId(deps.linkKey, ref.subscriptionId, ref.cycle, draw) === orderId,
  )
  if (!isOurs) return
  await withSubscription(deps.db, ref.subscriptionId, (tx, held) =>
    restore(tx, deps, held, ref.cycle),
  )
  const payment = await paymentOf(deps.db, orderId)
  if (!payment) {
    const { subscriptionId, cycle } = ref
    const found = { intentId: intent.id, subscriptionId, cycle, state: intent.state }
    deps.log.error(found, 'the ledger holds a delivery that the books do not')
    if (intent.state === 'succeeded') await tellStaff(deps, intent, orderId, 'is unknown here')
    return
  }
  const isOtherSum = payment.paidAt === null && payment.amountCents !== intent.amountCents
  const isOwnAttempt = isOtherSum && (await hasAttempt(deps, intent, orderId))
  if (payment.intentId === null && !isOwnAttempt) {
    // Before anything was charged the sum of today counts, and the engine makes another intent.
    if (isOtherSum && intent.state === 'open') return replaceIntent(deps, intent, orderId)
    if (isOtherSum) await adoptOtherSum(deps, intent, payment)
    else await deps.db.transaction((tx) => adoptIntent(tx, deps, intent, orderId))
  }
  await settleIntent(deps, intent.id, 'worker')
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
function adoptOtherSum(deps: SubscriptionDeps, intent: CardIntent, payment: PaymentRow) {
  const { orderId } = payment
  return deps.db.transaction(async (tx) => {
    await deps.handlers.lock(tx, orderId)
    if (!(await adoptCharge(tx, deps, intent, payment))) return
    await adoptChargedTotal(tx, deps, orderId, intent.amountCents)
    const was = centsToText(payment.amountCents)
    await tellStaff(deps, intent, orderId, `came to $${was} here; compare its items`, tx)
  })
}

async function tellStaff(
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
    await deps.cards.cancelIntent(intent.id, 'worker')
  } catch (err) {
    if (!(err instanceof CardProblem) || err.kind !== 'state') throw err
    // It was charged or cancelled meanwhile.
    const now = await deps.cards.readIntent(intent.id, 'worker')
    if (now.state === 'succeeded' || now.state === 'processing') await takeOverOne(deps, now)
  }
}

async function restore(tx: Tx, deps: SubscriptionDeps, held: Held, cycle: number): Promise<void> {
  const { subscription, cycles: rows } = held
  const known = rows.find((row) => row.cycle === cycle)
  if (known?.orderId) return
  const date = known?.date ?? dateOfCycle(subscription, cycle)
  await orderDelivery(tx, deps, held, { cycle, date })
  if (cycle < subscription.nextCycle || subscription.nextDate === null) return
  await changeSubscription(tx, deps, subscription.id, {
    nextCycle: cycle + 1,
    nextDate: dateOfCycle(subscription, cycle + 1),
  })
}

/** Made on the cycle's date at the earliest; a row that was restored may be younger than that. */
const earliestIntent = ({ shop }: SubscriptionDeps, { createdAt, date }: CycleRow) =>
  Math.min(createdAt.getTime(), chargedFrom(shop.timeZone, date).getTime())

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
