import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Id, MoneyText } from './primitives.ts'

export const BottleSize = z.enum(['3-gallon', '5-gallon'])
export type BottleSize = z.infer<typeof BottleSize>

export const Product = z.object({
  id: Id,
  name: z.string(),
  size: BottleSize,
  description: z.string(),
  price: MoneyText,
  imageUrl: z.string(),
  /** Shown in the shop, but cannot be ordered (rule 30). */
  isSoldOut: z.literal(true).optional(),
})
export type Product = z.infer<typeof Product>

export const listProducts = {
  method: 'GET',
  path: apiPaths.products,
  role: 'public',
  summary: 'List the active products in the order of the shop',
  reply: z.array(Product),
  failures: [],
} as const satisfies Endpoint
