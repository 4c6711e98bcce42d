import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { reserveMore, reserveMovedPlace } from '#server/modules/capacity/index.ts'
import { itemsOfCycle } from '../changes/order-delivery.ts'
import type { SubscriptionDeps } from '../deps.ts'
import type { CycleRow, LockedSubscription } from '../queries.ts'

type Delivery = { cycle: number; date: CalendarDate; cycleRow: CycleRow | undefined }

const countBottles = (locked: LockedSubscription, cycle: number): number =>
  itemsOfCycle(locked, cycle).reduce((sum, { quantity }) => sum + quantity, 0)

const replacedBy = ({ subscription }: LockedSubscription, { cycle, cycleRow }: Delivery) =>
  cycleRow?.orderId
    ? { orderId: cycleRow.orderId }
    : { cycle: { subscriptionId: subscription.id, cycle } }

/** Rule 46: a customer can move a delivery only to a route day of its zone that has room. */
export async function reservePlaceOn(
  tx: Tx,
  deps: Pick<SubscriptionDeps, 'clock' | 'shop'>,
  locked: LockedSubscription,
  delivery: Delivery,
  date: CalendarDate,
): Promise<void> {
  if (date === delivery.date) return
  await reserveMovedPlace(tx, deps, {
    zip: locked.subscription.deliveryZip,
    date,
    bottles: countBottles(locked, delivery.cycle),
    fields: { zip: 'date', date: 'date' },
    replaced: replacedBy(locked, delivery),
  })
}

/** Rule 46: a customer can add extra items only as far as the date has room. */
export async function reservePlaceForExtras(
  tx: Tx,
  deps: Pick<SubscriptionDeps, 'clock' | 'shop'>,
  before: LockedSubscription,
  after: LockedSubscription,
  delivery: Delivery,
): Promise<void> {
  await reserveMore(tx, deps, {
    zip: after.subscription.deliveryZip,
    date: delivery.date,
    bottles: countBottles(after, delivery.cycle),
    alreadyReserved: countBottles(before, delivery.cycle),
    fields: { zip: 'items', date: 'items' },
    replaced: replacedBy(after, delivery),
  })
}
