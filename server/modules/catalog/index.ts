export { encodeUpload } from './images/encode-upload.ts'
export { IMAGE_ROUTE } from './images/image-url.ts'
export { purgeImages } from './images/purge-images.ts'
export { readImage } from './images/read-image.ts'
export { productImageRoutes } from './images/routes.ts'
export type { EncodeImage } from './port.ts'
export { joinProducts, priceItems, requireProducts } from './price-items.ts'
export { cacheProductList, type ProductListCache } from './product-list.ts'
export {
  activeProducts,
  availableProducts,
  currentPrice,
  findActiveProducts,
  findProducts,
  isPriceWithdrawn,
  type PricedProductRow,
  type ProductRow,
} from './queries.ts'
export { catalogRoutes } from './routes.ts'
export { isOffered, listPriceAt } from './rules.ts'
export { seedProducts } from './seed-products.ts'
export { staffProductRoutes } from './staff/staff-routes.ts'
export { structuredData } from './structured-data.ts'
