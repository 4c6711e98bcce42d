import type { Shop } from '#contract/shop.ts'
import type { PaymentDeps } from '#server/modules/payments/index.ts'

export type CheckoutDeps = PaymentDeps & { shop: Shop }
