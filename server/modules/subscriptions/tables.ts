import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { products } from '#server/modules/catalog/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })
const subscriptionStatus = () => text({ enum: ['active', 'paused', 'past_due', 'cancelled'] })
const frequency = () => text({ enum: ['weekly', 'bi-weekly', 'monthly'] })

/** What the buyer agreed to when the first order was placed: words, prices, moment, address. */
export const consents = pgTable('consents', {
  orderId: uuid().primaryKey(),
  text: text('words').notNull(),
  totalCents: integer().notNull(),
  /** The network address of the browser; nulled when the person is erased. */
  ip: text(),
  /** Whether the owner was signed in: then a new default card may take the place of this one. */
  isSignedIn: boolean().notNull(),
  givenAt: instant().notNull(),
})

export type ItemQuantities = Record<string, number>

/** Those that nothing comes of stand last. */
const nextDateKey = sql`coalesce(next_date, '9999-12-31'::date)`

/** Rule 14: the first order is the subscription, so its id is the subscription's too. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid()
      .primaryKey()
      .references(() => orders.id),
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    status: subscriptionStatus().notNull(),
    /** A pause with an end; without one it lasts until it is resumed. */
    pausedUntil: date(),
    frequency: frequency().notNull(),
    /** Cycle `anchorCycle` falls on `anchor`; all others follow (rule 15). */
    anchor: date().notNull(),
    anchorCycle: integer().notNull(),
    /** The first cycle that is not decided yet, and its date; no date while nothing is to come. */
    nextCycle: integer().notNull(),
    nextDate: date(),
    customerName: text(),
    customerPhone: text(),
    deliveryAddress: text(),
    deliveryCity: text().notNull(),
    deliveryState: text().notNull(),
    deliveryZip: text().notNull(),
    /** The card that later deliveries are charged to, as the provider names it (rule 16). */
    paymentMethodRef: text(),
    customerRef: text(),
    /** The provider's mode and account that both belong to; none on rows from before it was kept. */
    providerAccount: text(),
    /** Whether a new default card of its owner takes this one's place. */
    usesDefaultCard: boolean('follows_default_card').notNull(),
    /** How many of which product, kept by a trigger as its items are. */
    itemQuantities: jsonb('basket').$type<ItemQuantities>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    cancelledAt: instant(),
  },
  (table) => [
    index().on(table.customerId),
    index().on(table.customerRef),
    index('subscriptions_to_plan')
      .on(table.nextDate)
      .where(sql`next_date is not null and status in ('active', 'paused')`),
    // Ascending, for the reason that the orders' are.
    index('subscriptions_by_age').on(table.createdAt, table.id),
    index('subscriptions_by_status_and_age').on(table.status, table.createdAt, table.id),
    index('subscriptions_by_next_date').on(nextDateKey, table.id),
    index('subscriptions_by_status_and_next_date').on(table.status, nextDateKey, table.id),
    index('subscriptions_cancelled').on(table.cancelledAt).where(sql`status = 'cancelled'`),
  ],
)

export const subscriptionItems = pgTable(
  'subscription_items',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.productId] })],
)

/**
 * How many subscriptions stand how, and what the active ones bring how often: few baskets differ. A
 * trigger adds a row for each change, so that no writer waits for another, and `compact-counts.ts` adds
 * them up from time to time; their sums are exact at any moment.
 */
export const subscriptionCounts = pgTable('subscription_counts', {
  status: subscriptionStatus().notNull(),
  frequency: frequency().notNull(),
  /** Of those that are not active nobody asks. */
  itemQuantities: jsonb('basket').$type<ItemQuantities>().notNull(),
  n: bigint({ mode: 'number' }).notNull(),
})

/**
 * What became of each delivery after the first. I1: one row a cycle. I4: one order and so one intent
 * a cycle. A row is there once anything is known of the cycle: an order, a skip, another date.
 */
export const cycles = pgTable(
  'cycles',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    cycle: integer().notNull(),
    /** The date that counts, moved or not. */
    date: date().notNull(),
    isMoved: boolean().notNull().default(false),
    status: text({
      enum: ['planned', 'ordered', 'charging', 'unpaid', 'paid', 'failed', 'skipped', 'void'],
    }).notNull(),
    /** Why it was skipped or void. */
    reason: text(),
    orderId: uuid()
      .unique()
      .references(() => orders.id),
    /** When the engine looks at it next; none when there is nothing to do by itself. */
    dueAt: instant(),
    /** The worker that has it in hand, and until when; a worker that died loses it. */
    lease: uuid(),
    leasedUntil: instant(),
    /** Since when the provider gives no usable answer; the gaps between looks grow with it. */
    unansweredSince: instant(),
    /** Cards that were asked and said no; what ended unknown is not a try. */
    failedAttempts: integer('tries').notNull().default(0),
    firstFailedAt: instant(),
    lastCode: text(),
    /** From the first failed try on, until it is paid or staff let it go. */
    holdAt: timestamp('held_at', { withTimezone: true }),
    releasedAt: instant(),
    /** Staff asked for the charge of a delivery that was missed by the engine. */
    isApproved: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.cycle] }),
    index('cycles_due').on(table.dueAt).where(sql`due_at is not null`),
    index('cycles_open')
      .on(table.subscriptionId)
      .where(sql`status in ('ordered', 'charging', 'unpaid')`),
    index('cycles_held').on(table.holdAt).where(sql`held_at is not null and status <> 'paid'`),
    index('cycles_missed')
      .on(table.subscriptionId)
      .where(sql`status = 'skipped' and reason in ('missed', 'missed_delivered')`),
    index('cycles_paid').on(table.date, table.orderId).where(sql`status = 'paid'`),
    index('cycles_failed').on(table.firstFailedAt).where(sql`first_failed_at is not null`),
  ],
)

/** What is added to one delivery only. */
export const oneTimeItems = pgTable(
  'cycle_extras',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    cycle: integer().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.cycle, table.productId] })],
)
