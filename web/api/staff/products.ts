import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf, SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  createProduct as createProductEndpoint,
  getStaffProduct,
  listStaffProducts,
  moveProduct as moveProductEndpoint,
  ProductForm,
  StaffProduct,
  setProductImage as setProductImageEndpoint,
  setProductPrice as setProductPriceEndpoint,
  updateProduct as updateProductEndpoint,
  withdrawProductPrice as withdrawProductPriceEndpoint,
} from '#contract/staff/products.ts'
import type { ListPage } from '../list-page.ts'
import { expectedVersion, type VersionedRow } from './staff.ts'
import { call, send } from './staff-client.ts'

/** Without `createdAt`: lists with it are sorted by it, and products have an order of their own. */
export type ProductListRow = Omit<StaffProduct, 'createdAt'>

/** The whole list in the order of the shop; search and filter run in the browser. */
export const staffProductsQuery = () =>
  queryOptions({
    queryKey: [apiPaths.adminProducts],
    queryFn: async ({ signal }): Promise<ListPage<ProductListRow>> => {
      const request = { method: 'GET', path: apiPaths.adminProducts } as const
      const products = await call<typeof listStaffProducts>(request, signal)
      const rows = products.map(({ createdAt: _, ...row }) => row)
      return { rows, total: undefined, nextCursor: undefined }
    },
  })

export const productDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminProduct, { id })],
    queryFn: ({ signal }) =>
      call<typeof getStaffProduct>(
        { method: 'GET', path: apiPaths.adminProduct, params: { id } },
        signal,
      ),
  })

export type NewProduct = SentBodyOf<typeof createProductEndpoint>

export function createProduct(body: NewProduct) {
  return call<typeof createProductEndpoint>({ method: 'POST', path: apiPaths.adminProducts, body })
}

export function updateProduct(id: string, form: ProductForm, current: VersionedRow) {
  return call<typeof updateProductEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminProduct,
    params: { id },
    body: { ...form, ...expectedVersion(current) },
  })
}

/** `beforeId` null moves the product to the end. */
export function moveProduct(id: string, beforeId: string | null) {
  return call<typeof moveProductEndpoint>({
    method: 'POST',
    path: apiPaths.adminProductMove,
    params: { id },
    body: { beforeId },
  })
}

export type PriceForm = { price: string; validFrom: string }

export function setProductPrice(id: string, form: PriceForm, current: VersionedRow) {
  return call<typeof setProductPriceEndpoint>({
    method: 'POST',
    path: apiPaths.adminProductPrice,
    params: { id },
    body: { ...form, ...expectedVersion(current) },
  })
}

export function withdrawProductPrice(id: string, priceId: number) {
  return call<typeof withdrawProductPriceEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminScheduledPrice,
    params: { id, priceId },
  })
}

/** The file is sent as it is; the server checks and encodes it. */
export async function setProductImage(id: string, file: File) {
  const path = fillPath(apiPaths.adminProductImage, { id })
  return (await send('POST', path, file)) as ReplyOf<typeof setProductImageEndpoint>
}
