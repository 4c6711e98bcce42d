import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ORDER_NUMBER_LENGTH } from '#contract/order-number.ts'
import type { PriceLine } from '#contract/pricing.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'

const instant = () => timestamp({ withTimezone: true })

const isToDeliver = sql`status = 'confirmed' and delivery_status = 'scheduled' and not has_schedule`
const isUpcoming = sql`status = 'pending' and parent_order_id is not null and delivery_status = 'scheduled' and not has_schedule`

export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    customerName: text(),
    customerEmail: text(),
    customerPhone: text(),
    deliveryAddress: text(),
    deliveryCity: text().notNull(),
    deliveryState: text().notNull(),
    deliveryZip: text().notNull(),
    deliveryDate: date().notNull(),
    /** Rule 46: the time window that the customer chose. */
    deliveryWindow: jsonb().$type<TimeWindow>(),
    status: text({ enum: ['pending', 'confirmed', 'completed', 'cancelled'] })
      .notNull()
      .default('pending'),
    deliveryStatus: text({ enum: ['scheduled', 'in-transit', 'delivered', 'failed'] })
      .notNull()
      .default('scheduled'),
    channel: text({ enum: ['web', 'phone'] })
      .notNull()
      .default('web'),
    /** Prices at which the order was placed; `subtotalCents` and the others are their sums. */
    priceLines: jsonb().$type<PriceLine[]>().notNull().default([]),
    subtotalCents: integer().notNull(),
    discountCents: integer().notNull(),
    taxCents: integer().notNull().default(0),
    depositCents: integer().notNull().default(0),
    /** The bottles that its deposit is for (rule 42). */
    depositBottles: integer().notNull().default(0),
    totalCents: integer().notNull(),
    /** The sum of its items' quantities. */
    bottles: integer().notNull().default(0),
    isRecurring: boolean().notNull(),
    recurringFrequency: text({ enum: ['weekly', 'bi-weekly', 'monthly'] }),
    /** The subscription that a renewal belongs to (rule 14). */
    parentOrderId: uuid().references((): AnyPgColumn => orders.id),
    /** Gapless; assigned when the order is first confirmed or completed (rule 8). */
    invoiceNumber: integer().unique(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When it was first confirmed or completed, by payment or by staff. */
    confirmedAt: instant(),
    cancelledAt: instant(),
    /** Rule 17: when staff last cancelled the order or its delivery, which is not owed after that. */
    deliveryCancelledAt: instant(),
    /** Rule 46: the last submit of an unpaid order, from which on its place is reserved. */
    submittedAt: instant(),
    /** When it was last marked as delivered. It stays if the status is changed back. */
    deliveredAt: instant(),
    /** Rule 66: set by the receipt of the delivery; without one the window follows `deliveredAt`. */
    reportUntil: instant(),
    /** Maintained by a trigger on `payments`. */
    hasFailedPayment: boolean().notNull().default(false),
    /** Whether it has a schedule that is not cancelled; maintained by a trigger on `schedules`. */
    hasSchedule: boolean().notNull().default(false),
  },
  (table) => [
    // No two orders may share their number (rule 7).
    uniqueIndex('orders_number').on(sql`left(id::text, ${sql.raw(`${ORDER_NUMBER_LENGTH}`)})`),
    index().on(table.customerId),
    /** Few orders carry a deposit: those of new customers and of increases. */
    index('orders_with_deposit').on(table.customerId).where(sql`deposit_bottles > 0`),
    // Ascending, although lists are newest first. drizzle creates descending indexes with nulls last;
    // a plain `desc` could not use them, and PostgreSQL would sort the table.
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_by_status').on(table.status, table.createdAt, table.id),
    index('orders_by_date').on(table.deliveryDate, table.id),
    // Rule 46: the bottles of a zone on a date.
    index('orders_by_date_and_zip')
      .on(table.deliveryDate, sql`left(delivery_zip, 5)`)
      .where(sql`status <> 'cancelled'`),
    index('orders_by_status_and_date').on(table.status, table.deliveryDate, table.id),
    // Orders to be scheduled, in the orders of their list. An index that ends with the delivery date
    // passes later deliveries without reading them.
    index('orders_to_deliver').on(table.deliveryDate, table.id).where(isToDeliver),
    index('orders_to_deliver_newest')
      .on(table.createdAt, table.id, table.deliveryDate)
      .where(isToDeliver),
    index('orders_upcoming').on(table.deliveryDate, table.id).where(isUpcoming),
    index('orders_upcoming_newest')
      .on(table.createdAt, table.id, table.deliveryDate)
      .where(isUpcoming),
    index('orders_failed')
      .on(table.createdAt, table.id)
      .where(sql`delivery_status = 'failed' and status <> 'cancelled'`),
    // Rule 17: a cancelled subscription may still be owed its first delivery.
    index('orders_failed_after_cancel')
      .on(table.createdAt, table.id)
      .where(sql`delivery_status = 'failed' and status = 'cancelled' and is_recurring`),
    index('orders_failed_payment')
      .on(table.createdAt, table.id)
      .where(sql`has_failed_payment and status <> 'cancelled'`),
    index('orders_unpaid_to_erase')
      .on(table.cancelledAt)
      .where(sql`status = 'cancelled' and customer_email is not null`),
    index('orders_pending').on(table.createdAt).where(sql`status = 'pending'`),
  ],
)

/** Names and prices at the time the order was placed. */
export const orderItems = pgTable(
  'order_items',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: uuid().references(() => products.id),
    productName: text().notNull(),
    productSize: text({ enum: ['3-gallon', '5-gallon'] }).notNull(),
    quantity: integer().notNull(),
    priceCents: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [index().on(table.orderId)],
)

/**
 * AU22: numbers that are never issued, because a restored shop may have issued them after its
 * backup. The only gaps of invoice numbers.
 */
export const invoiceGaps = pgTable('invoice_gaps', {
  firstNumber: integer().primaryKey(),
  lastNumber: integer().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

/** A single row, locked to allocate the next number. A sequence would leave gaps on rollback. */
export const invoiceCounter = pgTable('invoice_counter', {
  id: integer().primaryKey(),
  lastNumber: integer().notNull(),
})

/**
 * Effects of bulk status changes on subscriptions, deferred until the change can no longer be
 * undone. An undo deletes the row. A background job runs the effect and marks it done in one
 * transaction.
 */
export const deferredOrderEffects = pgTable(
  'deferred_order_effects',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    effect: text({ enum: ['confirmed', 'cancelled'] }).notNull(),
    /** The order's version after the change. */
    version: integer().notNull(),
    dueAt: instant().notNull(),
    doneAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.effect] }),
    index('deferred_order_effects_due').on(table.dueAt).where(sql`done_at is null`),
  ],
)
