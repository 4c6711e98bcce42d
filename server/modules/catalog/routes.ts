import { listProducts } from '#contract/catalog.ts'
import type { MountCached } from '#server/http/mount/mount-cached.ts'
import type { ProductListCache } from './product-list.ts'

export function catalogRoutes(mountCached: MountCached, productList: ProductListCache): void {
  mountCached(listProducts, productList)
}
