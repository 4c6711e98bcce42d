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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { cycleStatuses } from '#contract/subscriptions/subscriptions.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { productPrices, products } from '#server/modules/catalog/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })
export const subscriptionStatus = () =>
  text({ enum: ['active', 'paused', 'past_due', 'cancelled'] })
export const frequency = () => text({ enum: ['weekly', 'bi-weekly', 'monthly'] })

/**
 * Consents of a customer. `terms` are those of the subscription and belong to its first order;
 * `card` is the consent to charge the card that paid a delivery by hand for later ones, too.
 */
export const consents = pgTable(
  'consents',
  {
    orderId: uuid().notNull(),
    kind: text({ enum: ['terms', 'card'] })
      .notNull()
      .default('terms'),
    text: text().notNull(),
    totalCents: integer().notNull(),
    /** IP address of the browser; nulled when the customer is erased. */
    ip: text(),
    /** Whether the customer was logged in. If so, a new default card may replace this card. */
    isSignedIn: boolean().notNull(),
    givenAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.kind] })],
)

export type ItemQuantities = Record<string, number>

/** Subscriptions without a next delivery are sorted last. */
const nextDateKey = sql`coalesce(next_date, '9999-12-31'::date)`

/** Rule 14: the first order is the subscription, so both have the same id. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid()
      .primaryKey()
      .references(() => orders.id),
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    status: subscriptionStatus().notNull(),
    /** End of the pause; null means until it is resumed. */
    pausedUntil: date(),
    frequency: frequency().notNull(),
    /** Cycle `anchorCycle` falls on `anchor`; all others follow (rule 15). */
    anchor: date().notNull(),
    anchorCycle: integer().notNull(),
    /** First undecided cycle and its date; the date is null while no delivery is upcoming. */
    nextCycle: integer().notNull(),
    nextDate: date(),
    customerName: text(),
    customerPhone: text(),
    deliveryAddress: text(),
    deliveryCity: text().notNull(),
    deliveryState: text().notNull(),
    deliveryZip: text().notNull(),
    deliveryWindow: jsonb().$type<TimeWindow>(),
    /** For staff and drivers, such as "Side door". */
    deliveryNotes: text(),
    /** Provider id of the card that renewals are charged to (rule 16). */
    paymentMethodRef: text(),
    customerRef: text(),
    /** Provider mode and account of card and customer; null on rows older than this column. */
    providerAccount: text(),
    /** Whether the customer's new default card replaces this card. */
    usesDefaultCard: boolean().notNull(),
    /** Rule 39: by invoice, renewals are due on terms; no card is charged. */
    paysBy: text({ enum: ['card', 'invoice'] })
      .notNull()
      .default('card'),
    /** Quantity by product id; maintained by a trigger on the items. */
    itemQuantities: jsonb().$type<ItemQuantities>().notNull().default({}),
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
    // Ascending, for the same reason as the indexes of `orders`.
    index('subscriptions_by_created_at').on(table.createdAt, table.id),
    index('subscriptions_by_status_and_created_at').on(table.status, table.createdAt, table.id),
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
    /** Rule 32: the unit price that was agreed. A lower list price replaces it. */
    agreedCents: integer().notNull(),
    /** A higher price for deliveries from `raisedFrom` on, agreed or announced. */
    raisedCents: integer(),
    raisedFrom: date(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.productId] })],
)

/**
 * Rule 32: a question to the owner of a subscription whether a price increase may apply, or the
 * notice of it. An answer is proof of consent, so rows are never deleted.
 */
export const priceQuestions = pgTable(
  'price_questions',
  {
    id: uuid().primaryKey(),
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    priceId: bigint({ mode: 'number' })
      .notNull()
      .references(() => productPrices.id),
    oldCents: integer().notNull(),
    newCents: integer().notNull(),
    /** The first delivery at the new price. */
    firstDate: date().notNull(),
    /** Whether the price needs an answer; as it was when the email was queued. */
    mode: text({ enum: ['ask', 'notice'] }).notNull(),
    status: text({
      enum: ['open', 'agreed', 'noticed', 'withdrawn', 'replaced', 'closed'],
    }).notNull(),
    askedAt: instant().notNull(),
    /** The latest email that asks; limits how often staff can remind. */
    lastAskedAt: instant().notNull(),
    closedAt: instant(),
    answeredVia: text({ enum: ['link', 'account'] }),
    /** The text that was shown next to the button. */
    consentText: text(),
    /** IP address of the browser; nulled when the customer is erased. */
    ip: text(),
  },
  (table) => [
    index().on(table.subscriptionId),
    index().on(table.priceId, table.status),
    uniqueIndex('price_questions_open')
      .on(table.subscriptionId, table.productId)
      .where(sql`status = 'open'`),
  ],
)

/**
 * The state of each delivery after the first. I1: one row per cycle. I4: one order, and so one
 * intent, per cycle. A row exists once the cycle has an order, a skip or another date.
 */
export const cycles = pgTable(
  'cycles',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    cycle: integer().notNull(),
    /** The effective date, moved or not. */
    date: date().notNull(),
    isMoved: boolean().notNull().default(false),
    deliveryWindow: jsonb().$type<TimeWindow>(),
    status: text({ enum: cycleStatuses }).notNull(),
    /** Why the cycle is skipped or void. */
    reason: text(),
    orderId: uuid()
      .unique()
      .references(() => orders.id),
    /** When the engine processes the cycle next; null if it has nothing to do. */
    dueAt: instant(),
    /** Lease of the worker that processes the cycle; it expires if the worker dies. */
    lease: uuid(),
    leasedUntil: instant(),
    /** Start of a provider outage for this cycle; recheck delays grow with its length. */
    unansweredSince: instant(),
    /** Declined charges. A charge with an unknown outcome does not count. */
    failedAttempts: integer().notNull().default(0),
    firstFailedAt: instant(),
    lastCode: text(),
    /** Set at the first declined charge; in effect until paid or released by staff. */
    holdAt: instant(),
    releasedAt: instant(),
    /** Staff approved the charge of a delivery that the engine missed. */
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
    index('cycles_on_hold').on(table.holdAt).where(sql`hold_at is not null and status <> 'paid'`),
    index('cycles_missed')
      .on(table.subscriptionId)
      .where(sql`status = 'skipped' and reason in ('missed', 'missed_but_delivered')`),
    index('cycles_paid').on(table.date, table.orderId).where(sql`status = 'paid'`),
    index('cycles_failed').on(table.firstFailedAt).where(sql`first_failed_at is not null`),
  ],
)

/** Items added to a single delivery. */
export const oneTimeItems = pgTable(
  'one_time_items',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    cycle: integer().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    /** The unit price of the day on which it was added. */
    agreedCents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.cycle, table.productId] })],
)
