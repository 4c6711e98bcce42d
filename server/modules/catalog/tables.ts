import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })
const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Products are never deleted, because old orders refer to them; they are archived (rule 30). */
export const products = pgTable('products', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  size: text({ enum: ['3-gallon', '5-gallon'] }).notNull(),
  description: text().notNull(),
  imageUrl: text().notNull(),
  /** Position in the product grid. */
  position: integer().notNull(),
  /** Only active products are in the shop; drafts are visible to staff alone. */
  state: text({ enum: ['draft', 'active', 'archived'] })
    .notNull()
    .default('draft'),
  /** An active product that is shown but cannot be ordered. */
  isSoldOut: boolean().notNull().default(false),
  /** Whether sales tax is charged on it, if the shop charges sales tax (rule 41). */
  isTaxable: boolean().notNull().default(true),
  /** Whether it is a bottle with a deposit, if the shop charges one (rule 42). */
  isReturnable: boolean().notNull().default(true),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
})

/**
 * Rule 32: the price of a product is its row with the latest `validFrom` that has passed and that was
 * not withdrawn. Rows are never changed otherwise, so they are the price history.
 */
export const productPrices = pgTable(
  'product_prices',
  {
    /** Of two rows with the same date, the later one counts. */
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    cents: integer().notNull(),
    /** The first price of a product has `FIRST_VALID_FROM`, so that every clock finds a price. */
    validFrom: instant().notNull(),
    createdAt: instant().notNull(),
    /** The staff member's email address; empty for prices of the setup. */
    createdBy: text().notNull().default(''),
    withdrawnAt: instant(),
  },
  (table) => [index('product_prices_current').on(table.productId, table.validFrom, table.id)],
)

/** Encoded product images by the hash of their content, so that their URLs never change meaning. */
export const productImages = pgTable(
  'product_images',
  {
    hash: text().notNull(),
    width: integer().notNull(),
    format: text({ enum: ['avif', 'webp'] }).notNull(),
    bytes: bytes().notNull(),
    /** Since when no product uses it. Open pages may still show it. */
    unusedSince: instant(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.width, table.format] })],
)
