import { changeUntil } from '#contract/dates/shop-calendar.ts'
import { groupBy } from '#server/group-by.ts'
import type { Random, ShopClock } from '#server/runtime.ts'
import { shortenPayLinks } from './modules/backoffice/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import { cancelPendingStops, type StopHandlers } from './modules/dispatch/index.ts'
import { cyclesMoved } from './modules/subscriptions/index.ts'

/** Applies a delivery's changes to its subscription and its stop, in the same transaction. */
export const deliveryHandlers = (
  deps: ShopClock & { random: Random; stopHandlers: StopHandlers },
): DeliveryHandlers => ({
  async moved(tx, moves) {
    for (const [date, group] of groupBy(moves, (move) => move.date)) {
      const ids = group.map(({ orderId }) => orderId)
      await cyclesMoved(tx, deps, ids, date)
      await shortenPayLinks(tx, deps, ids, changeUntil(deps.shop.calendar, date))
    }
    // All at once, so that their routes are locked in order.
    await cancelPendingStops(
      tx,
      deps,
      moves.map(({ orderId }) => orderId),
    )
  },
  readdressed: (tx, orderId) => cancelPendingStops(tx, deps, [orderId]),
  cancelled: (tx, orderId) => cancelPendingStops(tx, deps, [orderId]),
})
