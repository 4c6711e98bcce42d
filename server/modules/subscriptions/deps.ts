import type { Shop } from '#contract/shop.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import type { PaymentDeps } from '#server/modules/payments/index.ts'

export type SubscriptionDeps = PaymentDeps &
  DeliveryDeps & {
    shop: Shop
    /** Signs one-tap links and calendar feeds, and derives the ids of renewal orders. */
    linkKey: string
    /** Waits while HTTP requests are being served. */
    yieldToPriorityWork?(): Promise<void>
  }
