import type { Shop } from '#contract/shop.ts'
import { cancelRedeliveries, followRedeliveries } from './modules/cases/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import type { RouteHandlers, StopHandlers } from './modules/dispatch/index.ts'
import { finalizeRoute, isBack, listAddedStops, recountDelivery } from './modules/driving/index.ts'
import type { OrderHandlers } from './modules/orders/index.ts'
import type { Clock, Random } from './runtime.ts'

type HandlerDeps = {
  clock: Clock
  random: Random
  shop: Shop
  orderHandlers: OrderHandlers
  deliveryHandlers: DeliveryHandlers
  stopHandlers: StopHandlers
}

/** Applies a stop's changes to the case that its redelivery answers, in the same transaction. */
export const stopHandlers: StopHandlers = { changed: followRedeliveries }

/** Applies a route's changes to its deliveries, and reads what its driver added. */
export const routeHandlers = (deps: HandlerDeps): RouteHandlers => ({
  closing: (tx, route, actor) => finalizeRoute(tx, deps, route, actor),
  undone: (tx, actor, stops) => cancelRedeliveries(tx, deps, actor, stops),
  recountDelivery,
  isBack,
  listAddedStops,
})
