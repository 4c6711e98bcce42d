import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const products = pgTable('products', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  size: text({ enum: ['3-gallon', '5-gallon'] }).notNull(),
  description: text().notNull(),
  priceCents: integer().notNull(),
  imageUrl: text().notNull(),
  /** Position in the product grid. */
  position: integer().notNull(),
  /** Products are never deleted, because old orders refer to them; they become unavailable. */
  isAvailable: boolean().notNull().default(true),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
