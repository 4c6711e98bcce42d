import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const products = pgTable('products', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  size: text({ enum: ['3-gallon', '5-gallon'] }).notNull(),
  description: text().notNull(),
  priceCents: integer().notNull(),
  imageUrl: text().notNull(),
  /** Where it stands in the shop's grid. */
  position: integer().notNull(),
  /** A product is never deleted, since old orders name it; it is only no longer sold. */
  isAvailable: boolean('is_sold').notNull().default(true),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
