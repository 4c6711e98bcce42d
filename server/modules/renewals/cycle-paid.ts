import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { paymentOf } from '#server/modules/payments/index.ts'
import {
  changeCycle,
  changeSubscription,
  hasCardConsent,
  nextChangeable,
  type SubscriptionRow,
  takeCard,
} from '#server/modules/subscriptions/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { Clock, Random } from '#server/world.ts'
import {
  cycleOfPaid,
  endAsPaid,
  lockCycleOfOrder,
  lockWhole,
  notePaid,
} from './charge-statements.ts'

type PaidDeps = {
  clock: Clock
  random: Random
  timeZone: string
  account?: string | undefined
}

/** The money of a later delivery is there: it is let go, and a subscription past due goes on. */
export async function cyclePaid(tx: Tx, deps: PaidDeps, orderId: string): Promise<void> {
  const [of] = await cycleOfPaid(tx, { orderId })
  if (!of) return
  const [[subscription], [cycle]] = await pipelined(
    lockWhole(tx, { id: of.id }),
    lockCycleOfOrder(tx, { orderId }),
    endAsPaid(tx, { orderId, now: deps.clock.now() }),
  )
  if (!cycle || !subscription) return
  // Only money that is kept comes here: even a skipped delivery that was paid by hand is paid.
  await notePaid(tx, { subscriptionId: of.id, cycle: cycle.cycle, now: deps.clock.now() })
  if (subscription.status === 'past_due') await goOn(tx, deps, subscription)
  if (cycle.firstFailedAt) await keepPaidCard(tx, deps, subscription, orderId)
}

/** Rule 16: the card that paid this very delivery, with consent, is the subscription's own. */
async function keepPaidCard(
  tx: Tx,
  deps: PaidDeps,
  { id, status, paymentMethodRef: before }: SubscriptionRow,
  orderId: string,
): Promise<void> {
  if (status === 'cancelled' || !(await hasCardConsent(tx, orderId))) return
  const { paymentMethodRef, customerRef } = (await paymentOf(tx, orderId)) ?? {}
  if (!paymentMethodRef || !customerRef || paymentMethodRef === before) return
  await takeCard(tx, deps, id, { paymentMethodRef, customerRef })
}

/** Dates that went by while nothing was paid, and of which something was written down, are over. */
async function goOn(tx: Tx, deps: PaidDeps, subscription: SubscriptionRow): Promise<void> {
  const rows = await tx
    .select()
    .from(cycles)
    .where(eq(cycles.subscriptionId, subscription.id))
    .orderBy(asc(cycles.cycle))
  const next = nextChangeable(subscription, rows, deps.timeZone, deps.clock.now())
  for (const row of rows) {
    const isOver = row.status === 'planned' && row.cycle < next.nextCycle
    if (isOver) await changeCycle(tx, deps, row, { status: 'skipped', reason: 'unpaid_before' })
  }
  await changeSubscription(tx, deps, subscription.id, { status: 'active', ...next })
}
