import { listProducts } from '#contract/catalog.ts'
import type { MountCached } from '#server/http/mount-cached.ts'
import type { ProductListing } from './product-list.ts'

export function catalogRoutes(mountCached: MountCached, listing: ProductListing): void {
  mountCached(listProducts, listing)
}
