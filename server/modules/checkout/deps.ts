import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import type { PaymentDeps } from '#server/modules/payments/index.ts'

export type CheckoutDeps = PaymentDeps &
  DeliveryDeps & {
    shop: Shop
    /** Pool with `synchronous_commit=off`, for writes that a crash may lose. */
    asyncCommitDb: Db
  }
