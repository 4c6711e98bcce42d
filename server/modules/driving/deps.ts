import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import type { EncodeImage } from '#server/modules/catalog/index.ts'
import type { DeliveryHandlers } from '#server/modules/deliveries/index.ts'
import type { RouteHandlers, StopHandlers } from '#server/modules/dispatch/index.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'
import type { PaymentHandlers } from '#server/modules/payments/index.ts'
import type { Log } from '#server/runtime.ts'

/** Dependencies of the effects of an event. */
export type EventDeps = OrderDeps & {
  shop: Shop
  handlers: PaymentHandlers
  routeHandlers: RouteHandlers
  stopHandlers: StopHandlers
}

export type DrivingDeps = EventDeps & {
  db: Db
  log: Log
  limits: Limits
  encodeImage: EncodeImage
  deliveryHandlers: DeliveryHandlers
  publicUrl: string
  /** Signs upload keys. */
  linkKey: string
}
