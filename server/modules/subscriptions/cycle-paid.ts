import { addDays, dateIn } from '#contract/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import type { Clock } from '#server/world.ts'
import { cycleOfPaid, endAsPaid, lockCycleOfOrder, lockWhole } from './charge-statements.ts'
import { changeCycle, changeSubscription, type SubscriptionRow } from './queries.ts'
import { dateOfCycle, firstCycleOn, isBeforeCutoff } from './rules.ts'

type PaidDeps = { clock: Clock; timeZone: string }

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
  // Called off meanwhile: whoever settles sends the money back, and the reason stays.
  if (cycle.status === 'skipped' || cycle.status === 'void') return
  await changeCycle(tx, deps, cycle, { status: 'paid', dueAt: null, leasedUntil: null })
  if (subscription.status === 'past_due') await goOn(tx, deps, subscription)
}

async function goOn(tx: Tx, deps: PaidDeps, subscription: SubscriptionRow): Promise<void> {
  const next = nextChangeable(deps, subscription)
  await changeSubscription(tx, deps, subscription.id, { status: 'active', ...next })
}

/** The first cycle that is not decided and can still be changed. */
export function nextChangeable(
  { clock, timeZone }: PaidDeps,
  subscription: SubscriptionRow,
  notBefore?: string,
): { nextCycle: number; nextDate: string } {
  const now = clock.now()
  const tomorrow = addDays(dateIn(timeZone, now), 1)
  const from = notBefore && notBefore > tomorrow ? notBefore : tomorrow
  let nextCycle = firstCycleOn(subscription, subscription.nextCycle, from)
  while (!isBeforeCutoff(timeZone, dateOfCycle(subscription, nextCycle), now)) nextCycle += 1
  return { nextCycle, nextDate: dateOfCycle(subscription, nextCycle) }
}
