import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  check,
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
import { products } from '#server/modules/catalog/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })
const kind = () => text({ enum: ['3-gallon', '5-gallon'] })
const holder = () =>
  text({ enum: ['customer', 'depot', 'lost', 'scrapped', 'supplier', 'truck'] }).notNull()

/**
 * Source of movements: an event of a driver, a correction or an import. Its row is the
 * lock under which it is booked and reversed, and it remembers a reversal that came first.
 */
export const bottleEvents = pgTable('bottle_events', {
  id: uuid().primaryKey(),
  reversedAt: instant(),
})

/**
 * Rule 60: the ledger. Each movement takes bottles from one holder and gives them to another, so it
 * always balances. A trigger rejects every change except the erasure of reasons.
 */
export const bottleMovements = pgTable(
  'bottle_movements',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    eventId: uuid()
      .notNull()
      .references(() => bottleEvents.id),
    /** Each line of an event is booked once. Null: a reversal, or bottles that open a count. */
    line: integer(),
    /** Bottles are distinguished by size alone: an empty one can have held any water. */
    kind: kind().notNull(),
    productId: uuid().references(() => products.id),
    state: text({ enum: ['full', 'empty', 'damaged'] }).notNull(),
    quantity: integer().notNull(),
    /** Trucks and customers have an id. No foreign keys: both can be deleted, the ledger stays. */
    from: holder(),
    fromId: uuid(),
    to: holder(),
    toId: uuid(),
    /** A reversal has the cause of what it reverses. */
    cause: text({
      enum: ['loaded', 'delivered', 'returned', 'opening', 'import', 'correction'],
    }).notNull(),
    reverses: bigint({ mode: 'number' }).references((): AnyPgColumn => bottleMovements.id),
    orderId: uuid(),
    routeId: uuid(),
    driverId: uuid(),
    /** The date of the route. */
    date: date(),
    /** For staff. It may name the customer, so an erasure removes it. */
    reason: text(),
    staffEmail: text(),
    /** When it happened; `bookedAt` is when the shop received it. */
    at: instant().notNull(),
    bookedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('bottle_movements_line').on(table.eventId, table.line),
    uniqueIndex('bottle_movements_reversal').on(table.reverses),
    index('bottle_movements_to').on(table.to, table.toId, table.at, table.id),
    index('bottle_movements_from').on(table.from, table.fromId, table.at, table.id),
    index('bottle_movements_at').on(table.at, table.id),
    index('bottle_movements_of_orders').on(table.orderId).where(sql`order_id is not null`),
    index('bottle_movements_of_routes').on(table.routeId).where(sql`route_id is not null`),
    check('bottle_movements_quantity', sql`${table.quantity} > 0`),
    check(
      'bottle_movements_from_id',
      sql`(${table.fromId} is not null) = (${table.from} in ('customer', 'truck'))`,
    ),
    check(
      'bottle_movements_to_id',
      sql`(${table.toId} is not null) = (${table.to} in ('customer', 'truck'))`,
    ),
  ],
)

/** Sums of the movements, maintained by a trigger. A holder without an id of its own has a zero id. */
export const bottleBalances = pgTable(
  'bottle_balances',
  {
    holder: holder(),
    holderId: uuid().notNull(),
    kind: kind().notNull(),
    full: integer().notNull(),
    empty: integer().notNull(),
    damaged: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.holder, table.holderId, table.kind] })],
)

/**
 * All bottles of a holder and its last movement, for the lists. The row of a customer is the lock
 * under which their bottles are counted.
 */
export const bottleHolders = pgTable(
  'bottle_holders',
  {
    holder: holder(),
    holderId: uuid().notNull(),
    bottles: integer().notNull().default(0),
    movedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.holder, table.holderId] }),
    index('bottle_holders_largest').on(table.holder, table.bottles, table.holderId),
    index('bottle_holders_aged').on(table.holder, table.movedAt, table.holderId),
  ],
)

/** Rule 61: what a route loaded, left, took and returned, maintained by the same trigger. */
export const bottleRoutes = pgTable(
  'bottle_routes',
  {
    routeId: uuid().notNull(),
    kind: kind().notNull(),
    truckId: uuid().notNull(),
    driverId: uuid(),
    date: date().notNull(),
    loaded: integer().notNull(),
    left: integer().notNull(),
    taken: integer().notNull(),
    returned: integer().notNull(),
    /** Differences that staff have booked as lost or found. */
    corrected: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.routeId, table.kind] }),
    index('bottle_routes_by_date').on(table.date, table.routeId),
  ],
)

/**
 * Rule 59: deliveries of closed routes; the database calls them `bottle_settlements`. A background job refunds what was not left once the order
 * is paid, and releases deposits (rule 42), once per order.
 */
export const closedDeliveries = pgTable(
  'bottle_settlements',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    routeId: uuid().notNull(),
    /** Bottles left, by product. Null: delivered without counts, so nothing is refunded. */
    left: jsonb().$type<{ productId: string; quantity: number }[]>(),
    createdAt: instant().notNull(),
    finalizedAt: timestamp('settled_at', { withTimezone: true }),
    refundedCents: integer('given_back_cents'),
    releasedCents: integer(),
  },
  (table) => [
    index('bottle_settlements_open')
      .on(table.createdAt, table.orderId)
      .where(sql`settled_at is null`),
    index('bottle_settlements_by_route').on(table.routeId),
  ],
)
