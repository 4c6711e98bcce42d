import * as contract from '#contract/staff/products.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { createProduct } from './create-product.ts'
import type { StaffProductDeps } from './deps.ts'
import { moveProduct } from './move-product.ts'
import { setPrice } from './set-price.ts'
import { listProducts, productDetail } from './staff-products.ts'
import { updateProduct } from './update-product.ts'
import { withdrawPrice } from './withdraw-price.ts'

export function staffProductRoutes(mount: Mount, deps: StaffProductDeps): void {
  mount(contract.listStaffProducts, () => listProducts(deps))
  mount(contract.getStaffProduct, ({ params }) => productDetail(deps, params.id))
  mount(contract.createProduct, ({ user, body }) => createProduct(deps, user, body))
  mount(contract.updateProduct, ({ user, params, body }) =>
    updateProduct(deps, user, params.id, body),
  )
  mount(contract.moveProduct, ({ user, params, body }) =>
    moveProduct(deps, user, params.id, body.beforeId),
  )
  mount(contract.setProductPrice, ({ user, params, body }) => setPrice(deps, user, params.id, body))
  mount(contract.withdrawProductPrice, ({ user, params }) => withdrawPrice(deps, user, params))
}
