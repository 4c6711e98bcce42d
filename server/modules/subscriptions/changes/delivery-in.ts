import { Failure } from '#contract/errors.ts'
import { isEditable } from '#server/modules/deliveries/index.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { dateOfCycle } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type CycleRow, type Held, orderIn } from '../queries.ts'

/** How far ahead a single delivery can be touched. */
const CYCLES_AHEAD = 30

/** The delivery of that number, if it is one that may still be changed by its state. */
export function deliveryIn(
  held: Held,
  cycle: number,
  allowed: CycleRow['status'][] = ['planned', 'ordered'],
) {
  const { subscription, cycles: rows } = held
  const known = rows.find((row) => row.cycle === cycle)
  const isTooFar = cycle > subscription.nextCycle + CYCLES_AHEAD
  const isUnknownPast = !known && (cycle < subscription.nextCycle || !subscription.nextDate)
  if (isTooFar || isUnknownPast || (known && !allowed.includes(known.status))) {
    throw new Failure('no_delivery')
  }
  const order = known?.status === 'ordered' ? orderIn(held, known) : undefined
  return { cycle, date: dateOf(held, cycle), known, order }
}

/** Moved or not. */
export function dateOf(
  { subscription, cycles: rows }: Pick<Held, 'subscription' | 'cycles'>,
  cycle: number,
): string {
  return rows.find((row) => row.cycle === cycle)?.date ?? dateOfCycle(subscription, cycle)
}

/** Rule 18, enforced here and nowhere else. */
export function refuseLate(
  { clock, shop }: Pick<SubscriptionDeps, 'clock' | 'shop'>,
  { date, order }: { date: string; order?: OrderRow | undefined },
) {
  if (!isEditable(date, order, shop.timeZone, clock.now())) throw new Failure('past_cutoff')
}
