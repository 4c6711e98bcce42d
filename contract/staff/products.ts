import { z } from 'zod'
import { BottleSize } from '../catalog.ts'
import { isCalendarDate } from '../dates/calendar.ts'
import type { Endpoint } from '../endpoint.ts'
import { textToCents } from '../money.ts'
import { apiPaths } from '../paths.ts'
import { Id, Line, MoneyText, Text } from '../primitives.ts'
import { AuditEntry } from './staff.ts'

/** Lists of products are not paged, so their number is limited. */
export const MAX_PRODUCTS = 1000

export const IMAGE_MAX_BYTES = 10 * 1024 * 1024

const MAX_PRICE_CENTS = 1_000_000
const PRICE_MESSAGE = 'Enter a price from 0.01 to 10000.00, such as 8.99'

const ById = z.object({ id: Id })

/** If set, an update fails as stale when the product has a newer version. */
const ExpectedVersion = z.int().optional()

export const ProductState = z.enum(['draft', 'active', 'archived'])
export type ProductState = z.infer<typeof ProductState>

/** A price as entered by staff, parsed to cents. A third decimal is rejected, never rounded. */
export const ProductPrice = z.union([z.string(), z.number()]).transform((price, context) => {
  const cents = textToCents(String(price).trim())
  if (cents !== undefined && cents >= 1 && cents <= MAX_PRICE_CENTS) return cents
  context.addIssue({ code: 'custom', message: PRICE_MESSAGE })
  return z.NEVER
})

const NAME_MESSAGE = 'Enter a name of up to 100 characters'

/** The fields of a product that staff edit. */
export const ProductForm = z.object({
  name: Line(1, 100, NAME_MESSAGE),
  size: BottleSize,
  description: Text(0, 500, 'Enter at most 500 characters'),
  state: ProductState,
  isSoldOut: z.boolean(),
  /** Whether sales tax is charged on it, if the shop charges sales tax. */
  isTaxable: z.boolean(),
  /** Whether it is a bottle with a deposit, if the shop charges one. */
  isReturnable: z.boolean(),
})
export type ProductForm = z.infer<typeof ProductForm>

/** Today or a later date in the shop's time zone, or a later instant. */
const ValidFrom = z
  .union([
    z.string().refine(isCalendarDate).meta({ format: 'date' }),
    z.iso.datetime({ offset: true }),
  ])
  .or(z.literal(''))

const ScheduledPrice = z.object({ price: MoneyText, validFrom: z.iso.datetime() })

export const StaffProduct = z.object({
  id: Id,
  name: z.string(),
  size: BottleSize,
  description: z.string(),
  imageUrl: z.string(),
  state: ProductState,
  isSoldOut: z.boolean(),
  isTaxable: z.boolean(),
  isReturnable: z.boolean(),
  price: MoneyText,
  /** The next scheduled price. */
  nextPrice: ScheduledPrice.nullable(),
  /** Active subscriptions that contain the product. */
  subscribers: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type StaffProduct = z.infer<typeof StaffProduct>

export const PriceRecord = z.object({
  id: z.int(),
  price: MoneyText,
  /** Null for the first price. */
  validFrom: z.iso.datetime().nullable(),
  status: z.enum(['past', 'current', 'scheduled', 'withdrawn']),
  createdAt: z.iso.datetime(),
  /** The staff member's email address; empty for prices of the setup. */
  createdBy: z.string(),
})
export type PriceRecord = z.infer<typeof PriceRecord>

export const ProductDetail = z.object({
  product: StaffProduct,
  /** Latest start first. */
  prices: z.array(PriceRecord),
  history: z.array(AuditEntry),
})
export type ProductDetail = z.infer<typeof ProductDetail>

export const listStaffProducts = {
  method: 'GET',
  path: apiPaths.adminProducts,
  role: 'admin',
  permission: 'products.read',
  summary: 'List all products in the order of the shop',
  reply: z.array(StaffProduct),
  failures: [],
} as const satisfies Endpoint

export const getStaffProduct = {
  method: 'GET',
  path: apiPaths.adminProduct,
  role: 'admin',
  permission: 'products.read',
  summary: 'A product with its price history and audit entries',
  params: ById,
  reply: ProductDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

export const createProduct = {
  method: 'POST',
  path: apiPaths.adminProducts,
  role: 'admin',
  permission: 'products.write',
  summary: 'Add a product; it is a draft unless another state is given',
  body: ProductForm.extend({
    description: ProductForm.shape.description.default(''),
    state: ProductState.default('draft'),
    isSoldOut: z.boolean().default(false),
    isTaxable: z.boolean().default(true),
    isReturnable: z.boolean().default(true),
    price: ProductPrice,
  }),
  reply: StaffProduct,
  status: 201,
  failures: ['invalid'],
} as const satisfies Endpoint

export const updateProduct = {
  method: 'PATCH',
  path: apiPaths.adminProduct,
  role: 'admin',
  permission: 'products.write',
  summary: 'Update a product; its price is changed separately',
  params: ById,
  body: ProductForm.partial().extend({ version: ExpectedVersion }),
  reply: StaffProduct,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const moveProduct = {
  method: 'POST',
  path: apiPaths.adminProductMove,
  role: 'admin',
  permission: 'products.write',
  summary: 'Move a product in front of another one in the shop, or to the end',
  params: ById,
  body: z.object({ beforeId: Id.nullable() }),
  status: 204,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const setProductPrice = {
  method: 'POST',
  path: apiPaths.adminProductPrice,
  role: 'admin',
  permission: 'products.write',
  summary: 'Change a price now or from a later date',
  params: ById,
  body: z.object({
    price: ProductPrice,
    validFrom: ValidFrom.nullish(),
    version: ExpectedVersion,
  }),
  reply: StaffProduct,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const withdrawProductPrice = {
  method: 'DELETE',
  path: apiPaths.adminScheduledPrice,
  role: 'admin',
  permission: 'products.write',
  summary: 'Withdraw a scheduled price before it starts',
  params: ById.extend({ priceId: z.coerce.number().int().positive() }),
  status: 204,
  failures: ['not_found', 'price_started'],
} as const satisfies Endpoint

export const setProductImage = {
  method: 'POST',
  path: apiPaths.adminProductImage,
  role: 'admin',
  permission: 'products.write',
  summary: 'Set the image of a product from a JPEG, PNG or WebP file of up to 10 MB',
  params: ById,
  upload: 'image/*',
  reply: StaffProduct,
  failures: ['not_found', 'invalid', 'too_large', 'unsupported', 'too_many'],
} as const satisfies Endpoint
