import { listProducts } from '#contract/catalog.ts'
import type { MountBytes } from '#server/http/mount-bytes.ts'
import type { ProductListing } from './product-list.ts'

export function catalogRoutes(mountBytes: MountBytes, listing: ProductListing): void {
  mountBytes(listProducts, listing)
}
