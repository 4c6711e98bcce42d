import type { SkipReason } from '#contract/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder, type DeliveryDeps } from '#server/modules/deliveries/index.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { changeCycle, type Held } from '../queries.ts'
import { cycles } from '../tables.ts'

type SkipDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'log'> & DeliveryDeps

/** Those who did not choose it are told. */
const toldReasons: readonly SkipReason[] = ['unpaid_before', 'missed', 'product_gone']

/** A delivery that does not come, with its reason; the order that it may have had is off. */
export async function skipCycle(
  tx: Tx,
  deps: SkipDeps,
  { subscription, cycles: rows, orderOf }: Held,
  { cycle, date }: { cycle: number; date: string },
  reason: SkipReason,
): Promise<void> {
  const known = rows.find((row) => row.cycle === cycle)
  const now = deps.clock.now()
  const orderId = known?.orderId ?? null
  const at = { subscriptionId: subscription.id, cycle }
  const state = { status: 'skipped' as const, reason, dueAt: null }
  if (known) await changeCycle(tx, deps, at, state)
  else await tx.insert(cycles).values({ ...at, date, ...state, createdAt: now, updatedAt: now })
  deps.log.info({ ...at, date, reason }, 'delivery skipped')
  // What has been brought stays as it is, for staff to charge.
  if (orderId && reason !== 'missed_delivered') await callOffOrder(tx, deps, at, orderId, orderOf)
  if (toldReasons.includes(reason)) {
    const subjectId = orderId ?? subscription.id
    await announceMail(tx, deps, { kind: 'delivery_skipped', subjectId, occasion: String(cycle) })
  }
}

/** I6: an intent that is there is closed by the engine, which is told by the moment that is due. */
export async function callOffOrder(
  tx: Tx,
  deps: DeliveryDeps,
  at: { subscriptionId: string; cycle: number },
  orderId: string,
  orderOf: Held['orderOf'],
): Promise<void> {
  await cancelOrder(tx, deps, orderId)
  const { payment } = orderOf(orderId) ?? {}
  if (payment?.intentId) await changeCycle(tx, deps, at, { dueAt: deps.clock.now() })
}
