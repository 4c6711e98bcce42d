import { setProductImage } from '#contract/staff/products.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { type ImageDeps, setImage } from './set-image.ts'

export function productImageRoutes(mountUpload: Mount, deps: ImageDeps): void {
  mountUpload(setProductImage, ({ user, params, rawBody }) =>
    setImage(deps, user, params.id, rawBody),
  )
}
