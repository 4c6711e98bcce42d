import { Failure } from '#contract/errors.ts'
import { calendarFor, type ZonedShop } from '#contract/zones/landed-date.ts'
import { isEditable } from '#server/modules/deliveries/index.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { deliveryDateFinder } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import {
  type CycleRow,
  findCycleOrder,
  isCancelledByStaff,
  type LockedSubscription,
} from '../queries.ts'

/** How many cycles after the next one can be changed individually. */
const UPCOMING_CYCLES = 30

/** Returns the delivery of a cycle; throws if its status does not allow changes. */
export function getEditableDelivery(
  { shop }: { shop: ZonedShop },
  locked: LockedSubscription,
  cycle: number,
  allowed: CycleRow['status'][] = ['planned', 'ordered'],
) {
  const { subscription, cycles: rows } = locked
  const cycleRow = rows.find((row) => row.cycle === cycle)
  const isTooFar = cycle > subscription.nextCycle + UPCOMING_CYCLES
  const isNotUpcoming = !cycleRow && (cycle < subscription.nextCycle || !subscription.nextDate)
  if (isTooFar || isNotUpcoming || (cycleRow && !allowed.includes(cycleRow.status))) {
    throw new Failure('no_delivery')
  }
  if (cycleRow && isCancelledByStaff(locked, cycleRow)) throw new Failure('no_delivery')
  const order = cycleRow?.status === 'ordered' ? findCycleOrder(locked, cycleRow) : undefined
  return { cycle, date: deliveryDate(shop, locked, cycle), cycleRow, order }
}

/** The effective date, moved or not. */
export function deliveryDate(
  shop: ZonedShop,
  { subscription, cycles: rows }: Pick<LockedSubscription, 'subscription' | 'cycles'>,
  cycle: number,
): string {
  const calendar = calendarFor(shop, subscription.deliveryZip)
  return deliveryDateFinder(subscription, rows, calendar)(cycle)
}

/** Rule 18: the only check of the cut-off for changes. */
export function assertBeforeCutoff(
  { clock, shop }: Pick<SubscriptionDeps, 'clock' | 'shop'>,
  { date, order }: { date: string; order?: OrderRow | undefined },
) {
  if (!isEditable(date, order, shop.calendar, clock.now())) throw new Failure('past_cutoff')
}
