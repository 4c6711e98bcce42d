import { asc, eq } from 'drizzle-orm'
import { calendarFor, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import {
  hasCardConsent,
  markCyclePaid,
  nextEditableCycle,
  type SubscriptionRow,
  switchToCard,
  updateCycleRow,
  updateSubscriptionRow,
} from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import {
  endAttemptsAsPaid,
  findSubscriptionId,
  lockCycleByOrder,
  lockSubscriptionById,
} from './charge-statements.ts'

type PaidDeps = {
  clock: Clock
  random: Random
  shop: ZonedShop
  account?: string | undefined
}

/** A renewal was paid: marks its cycle paid and reactivates a past due subscription. */
export async function cyclePaid(tx: Tx, deps: PaidDeps, orderId: string): Promise<void> {
  const [row] = await findSubscriptionId(tx, { orderId })
  if (!row) return
  const subscriptionId = row.id
  const [[subscription], [cycle]] = await pipelined(
    lockSubscriptionById(tx, { id: subscriptionId }),
    lockCycleByOrder(tx, { orderId }),
    endAttemptsAsPaid(tx, { orderId, now: deps.clock.now() }),
  )
  if (!cycle || !subscription) return
  // Payments that are refunded never get here, so even a skipped delivery counts as paid.
  await markCyclePaid(tx, { subscriptionId, cycle: cycle.cycle, now: deps.clock.now() })
  if (subscription.status === 'past_due') await reactivate(tx, deps, subscription)
  if (cycle.firstFailedAt) await switchToPaidCard(tx, deps, subscription, orderId)
}

/** Rule 16: with consent, the card that paid this delivery becomes the subscription's card. */
async function switchToPaidCard(
  tx: Tx,
  deps: PaidDeps,
  { id, status, paymentMethodRef: before }: SubscriptionRow,
  orderId: string,
): Promise<void> {
  if (status === 'cancelled' || !(await hasCardConsent(tx, orderId))) return
  const { paymentMethodRef, customerRef } = (await getPayment(tx, orderId)) ?? {}
  if (!paymentMethodRef || !customerRef || paymentMethodRef === before) return
  await switchToCard(tx, deps, id, { paymentMethodRef, customerRef })
}

/** Skips planned cycles whose dates passed while the subscription was past due. */
async function reactivate(tx: Tx, deps: PaidDeps, subscription: SubscriptionRow): Promise<void> {
  const rows = await tx
    .select()
    .from(cycles)
    .where(eq(cycles.subscriptionId, subscription.id))
    .orderBy(asc(cycles.cycle))
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  const next = nextEditableCycle(subscription, rows, calendar, deps.clock.now())
  for (const row of rows) {
    const isPast = row.status === 'planned' && row.cycle < next.nextCycle
    if (isPast) await updateCycleRow(tx, deps, row, { status: 'skipped', reason: 'unpaid_before' })
  }
  await updateSubscriptionRow(tx, deps, subscription.id, { status: 'active', ...next })
}
