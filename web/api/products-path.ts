import type { listProducts } from '#contract/catalog.ts'

/** A literal, so that the home page does not load the table of all paths. Checked by its type. */
export const PRODUCTS_PATH = '/api/products' satisfies (typeof listProducts)['path']
