import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import {
  adoptIntent,
  type CardIntent,
  paymentOf,
  settleIntent,
} from '#server/modules/payments/index.ts'
import { dateOfCycle } from './cycle-dates.ts'
import type { SubscriptionDeps } from './deps.ts'
import { laterOrderId, orderDelivery } from './order-delivery.ts'
import { changeSubscription, type Held, withSubscription } from './queries.ts'
import { cycles, engineMarks } from './tables.ts'

const MARK = 'charges'
/** Shorter silences than this are bridged by the keys, which the provider keeps for a day. */
const GAP_MS = 10 * 60_000
const MARGIN_MS = 3_600_000
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
    return
  }
  if (payment.intentId === null) {
    await deps.db.transaction((tx) => adoptIntent(tx, deps, intent, orderId))
  }
  await settleIntent(deps, intent.id, 'worker')
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

/** The intent that was made for a cycle before, wherever it is in the last days of the ledger. */
export async function findCycleIntent(
  deps: SubscriptionDeps,
  subscriptionId: string,
  cycle: number,
): Promise<CardIntent | undefined> {
  const [row] = await deps.db.select().from(cycles).where(eq(cycles.subscriptionId, subscriptionId))
  const since = new Date((row?.createdAt ?? deps.clock.now()).getTime() - 2 * 24 * MARGIN_MS)
  for await (const intent of deps.cards.intentsSince(since)) {
    const isIt = intent.cycle?.subscriptionId === subscriptionId && intent.cycle.cycle === cycle
    if (isIt && intent.state !== 'canceled') return intent
  }
  return undefined
}
