import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import type { Limits } from '#server/http/limits.ts'
import type { EncodeImage } from '#server/modules/catalog/index.ts'
import type { OrderDeps } from '#server/modules/orders/index.ts'

export type CaseDeps = OrderDeps & {
  db: Db
  shop: Shop
  limits: Limits
  encodeImage: EncodeImage
}
