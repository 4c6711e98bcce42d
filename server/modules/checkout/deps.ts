import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import type { PaymentDeps } from '#server/modules/payments/index.ts'

export type CheckoutDeps = PaymentDeps &
  DeliveryDeps & {
    shop: Shop
    /** For what a crash may forget: its commits wait for no disk. */
    asyncCommitDb: Db
  }
