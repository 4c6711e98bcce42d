import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import {
  hasCardConsent,
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
  markCyclePaid,
} from './charge-statements.ts'

type PaidDeps = {
  clock: Clock
  random: Random
  timeZone: string
  account?: string | undefined
}

/** The money of a later delivery is there: it is let go, and a subscription past due goes on. */
export async function cyclePaid(tx: Tx, deps: PaidDeps, orderId: string): Promise<void> {
  const [of] = await findSubscriptionId(tx, { orderId })
  if (!of) return
  const [[subscription], [cycle]] = await pipelined(
    lockSubscriptionById(tx, { id: of.id }),
    lockCycleByOrder(tx, { orderId }),
    endAttemptsAsPaid(tx, { orderId, now: deps.clock.now() }),
  )
  if (!cycle || !subscription) return
  // Only money that is kept comes here: even a skipped delivery that was paid by hand is paid.
  await markCyclePaid(tx, { subscriptionId: of.id, cycle: cycle.cycle, now: deps.clock.now() })
  if (subscription.status === 'past_due') await reactivate(tx, deps, subscription)
  if (cycle.firstFailedAt) await switchToPaidCard(tx, deps, subscription, orderId)
}

/** Rule 16: the card that paid this very delivery, with consent, is the subscription's own. */
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

/** Dates that went by while nothing was paid, and of which something was written down, are over. */
async function reactivate(tx: Tx, deps: PaidDeps, subscription: SubscriptionRow): Promise<void> {
  const rows = await tx
    .select()
    .from(cycles)
    .where(eq(cycles.subscriptionId, subscription.id))
    .orderBy(asc(cycles.cycle))
  const next = nextEditableCycle(subscription, rows, deps.timeZone, deps.clock.now())
  for (const row of rows) {
    const isOver = row.status === 'planned' && row.cycle < next.nextCycle
    if (isOver) await updateCycleRow(tx, deps, row, { status: 'skipped', reason: 'unpaid_before' })
  }
  await updateSubscriptionRow(tx, deps, subscription.id, { status: 'active', ...next })
}
