import { changeUntil } from '#contract/dates/shop-calendar.ts'
import type { Random, ShopClock } from '#server/runtime.ts'
import { shortenPayLinks } from './modules/backoffice/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import { cancelPendingStops } from './modules/dispatch/index.ts'
import { cycleMoved } from './modules/subscriptions/index.ts'

/** Applies a delivery's changes to its subscription and its stop, in the same transaction. */
export const deliveryHandlers = (deps: ShopClock & { random: Random }): DeliveryHandlers => ({
  async moved(tx, orderId, date) {
    await cycleMoved(tx, deps, orderId, date)
    await shortenPayLinks(tx, deps, [orderId], changeUntil(deps.shop.calendar, date))
    await cancelPendingStops(tx, deps, orderId)
  },
  readdressed: (tx, orderId) => cancelPendingStops(tx, deps, orderId),
  cancelled: (tx, orderId) => cancelPendingStops(tx, deps, orderId),
})
