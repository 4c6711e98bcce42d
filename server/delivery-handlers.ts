import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import { takeOffPlan } from './modules/dispatch/index.ts'
import { cycleMoved } from './modules/subscriptions/index.ts'
import type { Clock } from './world.ts'

/** What a delivery's changes mean to its subscription and to its stop, in the same transaction. */
export const deliveryHandlers = (deps: { clock: Clock; timeZone: string }): DeliveryHandlers => ({
  async moved(tx, orderId, date) {
    await cycleMoved(tx, deps, orderId, date)
    await takeOffPlan(tx, deps, orderId)
  },
  readdressed: (tx, orderId) => takeOffPlan(tx, deps, orderId),
  calledOff: (tx, orderId) => takeOffPlan(tx, deps, orderId),
})
