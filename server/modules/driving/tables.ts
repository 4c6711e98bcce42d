import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  doublePrecision,
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
import type { DriverEvent } from '#contract/driver/events.ts'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import { drivers } from '#server/modules/fleet/tables.ts'

const instant = () => timestamp({ withTimezone: true })
const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Rule 54: a link that a dispatcher shows; it works once. Only the token's hash is stored. */
export const driverLinks = pgTable(
  'driver_links',
  {
    tokenHash: text().primaryKey(),
    driverId: uuid()
      .notNull()
      .references(() => drivers.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.expiresAt)],
)

/** A login on a phone. Each one is a new device with its own sequence of events. */
export const driverDevices = pgTable(
  'driver_devices',
  {
    id: uuid().primaryKey(),
    driverId: uuid()
      .notNull()
      .references(() => drivers.id),
    /** Of the session cookie's token. */
    tokenHash: text().notNull().unique(),
    /** The user agent, so that staff recognize the phone. */
    browser: text().notNull(),
    createdAt: instant().notNull(),
    seenAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [index().on(table.driverId, table.createdAt)],
)

/** A route that a device has loaded, and how long it may send what happened on it (rule 56). */
export const loadedRoutes = pgTable(
  'loaded_routes',
  {
    deviceId: uuid()
      .notNull()
      .references(() => driverDevices.id),
    /** No foreign key: events of a route that is gone are still received. */
    routeId: uuid().notNull(),
    loadedAt: instant().notNull(),
    keyExpiresAt: instant().notNull(),
    /** Rule 55: the device that took the route over last has it. */
    takenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.routeId] }),
    index().on(table.routeId, table.takenAt),
  ],
)

/** The order of each stop that a device has seen: staff may delete the stop before it is reported. */
export const loadedStops = pgTable(
  'loaded_stops',
  { stopId: uuid().notNull(), routeId: uuid().notNull(), orderId: uuid().notNull() },
  (table) => [
    // A stop that was moved is seen on several routes.
    primaryKey({ columns: [table.stopId, table.routeId] }),
    index().on(table.routeId),
    index().on(table.orderId),
  ],
)

/** Rule 56: what drivers entered. Rows change only in state and booking, and by erasures. */
export const driverEvents = pgTable(
  'driver_events',
  {
    id: uuid().primaryKey(),
    deviceId: uuid().notNull(),
    deviceSeq: integer().notNull(),
    driverId: uuid().notNull(),
    routeId: uuid().notNull(),
    trip: integer().notNull(),
    stopId: text(),
    orderId: uuid(),
    type: text().$type<DriverEvent['type']>().notNull(),
    payload: jsonb().$type<DriverEvent['payload']>().notNull(),
    photos: text().array().notNull(),
    supersedes: uuid(),
    /** By the phone's clock, as it was sent. */
    tappedAt: text().notNull(),
    skewMs: doublePrecision().notNull(),
    /** Rule 57: the tap on the shop's clock, never after it was received. */
    effectiveAt: instant().notNull(),
    receivedAt: instant().notNull(),
    /** Where it was entered; deleted after 30 days. */
    fix: jsonb().$type<NonNullable<DriverEvent['fix']>>(),
    /** Distinguishes a repeated event from a different one with the same id. */
    contentHash: text().notNull(),
    /** `held` events wait for staff, `dismissed` ones do not count either. */
    state: text({ enum: ['counted', 'held', 'dismissed'] }).notNull(),
    /** Whether its bottles or money are booked. `refused`: staff have to decide. */
    booking: text({ enum: ['booked', 'reversed', 'refused'] }),
  },
  (table) => [
    uniqueIndex('driver_events_sequence').on(table.deviceId, table.deviceSeq),
    index('driver_events_of_route').on(table.routeId),
    index('driver_events_added_stops').on(table.routeId).where(sql`type = 'stop-added'`),
    index('driver_events_of_order').on(table.orderId).where(sql`order_id is not null`),
    index('driver_events_with_fix').on(table.receivedAt).where(sql`fix is not null`),
  ],
)

/** The state of a stop after its events; written after its effects, so that only changes have effects. */
export const stopStates = pgTable(
  'stop_states',
  {
    stopId: uuid().primaryKey(),
    routeId: uuid().notNull(),
    progress: text({ enum: ['pending', 'arrived', 'skipped', 'delivered', 'failed'] }).notNull(),
    isOut: boolean().notNull(),
    outcomeEventId: uuid(),
    failureReason: text(),
    /** Rule 55: whose outcome was received first. */
    firstDeviceId: uuid(),
  },
  (table) => [index().on(table.routeId)],
)

/**
 * Rule 62: the receipt of each stop, and the content of the last email to its customer. The counts are
 * read from the event, so that a receipt never differs from what is booked.
 */
export const receipts = pgTable(
  'receipts',
  {
    stopId: uuid().primaryKey(),
    orderId: uuid().notNull(),
    /** The outcome that counts; null if the delivery was undone. */
    eventId: uuid(),
    /** Counts the changes of `eventId`; part of the email's key. */
    revision: integer().notNull(),
    sentEventId: uuid(),
    sentRevision: integer(),
    sentAt: instant(),
  },
  (table) => [index().on(table.orderId)],
)

/** Rule 57: events that contradict the plan. Staff decide once. */
export const driverReviews = pgTable(
  'driver_reviews',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ReviewKind>().notNull(),
    eventId: uuid().notNull(),
    contentHash: text().notNull(),
    deviceId: uuid().notNull(),
    driverId: uuid().notNull(),
    routeId: uuid().notNull(),
    orderId: uuid(),
    /** As it was received; the only copy if it could not be stored as an event. */
    event: jsonb().$type<DriverEvent>(),
    detail: text(),
    at: instant().notNull(),
    createdAt: instant().notNull(),
    /** `resolved`: a later event made it obsolete. */
    state: text({ enum: ['open', 'accepted', 'dismissed', 'resolved'] })
      .notNull()
      .default('open'),
    decidedBy: text(),
    decidedAt: instant(),
  },
  (table) => [
    uniqueIndex('driver_reviews_once').on(table.eventId, table.kind, table.contentHash),
    index('driver_reviews_open').on(table.createdAt, table.id).where(sql`state = 'open'`),
    index('driver_reviews_of_order').on(table.orderId).where(sql`order_id is not null`),
  ],
)

/** Encoded photos by the hash of what the phone sent. Two devices never share a row. */
export const driverPhotos = pgTable(
  'driver_photos',
  {
    deviceId: uuid().notNull(),
    sha256: text().notNull(),
    bytes: bytes().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.sha256] }), index().on(table.createdAt)],
)
