import type { Shop } from '#contract/shop.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import type { PaymentDeps } from '#server/modules/payments/index.ts'

export type SubscriptionDeps = PaymentDeps &
  DeliveryDeps & {
    shop: Shop
    /** Signs one-tap links and calendar feeds, and draws the ids of later orders. */
    linkKey: string
    /** Lets whoever is being served go first. */
    yieldToPriorityWork?(): Promise<void>
  }
