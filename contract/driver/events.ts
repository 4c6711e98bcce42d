import { z } from 'zod'
import { Amount, Id, Text } from '../primitives.ts'

/** N2, rule 56: the most that one request may send; more is rejected as a whole with 413. */
export const EVENTS_MAX = 50
export const EVENTS_MAX_BYTES = 90 * 1024

export const FailureReason = z.enum([
  'nobody-home',
  'no-access',
  'dog',
  'refused',
  'closed',
  'wrong-address',
  'no-bottles-left',
  'other',
])
export type FailureReason = z.infer<typeof FailureReason>

/** More bottles than any truck carries are a typing error. */
const Count = z.int().min(0).max(10_000).default(0)

/** Bottles of one product; a missing count is none. */
export const CountLine = z.object({
  productId: Id,
  full: Count,
  empties: Count,
  damaged: Count,
})
export type CountLine = z.infer<typeof CountLine>

const Lines = z.array(CountLine).max(100)
const Note = Text(0, 1000).optional()
const Nothing = z.object({ note: Note }).default({})

/** Where the phone was at the tap; only with the driver's consent. */
export const Fix = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  /** In meters. */
  accuracy: z.number().min(0).max(1_000_000),
})

/** The SHA-256 of a photo's bytes, in hexadecimal. */
export const PhotoHash = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform((hash) => hash.toLowerCase())

const common = {
  eventId: Id,
  deviceId: Id,
  /** Counts the events of a device; orders them. */
  deviceSeq: z.int().min(0).max(2_147_483_647),
  driverId: Id,
  schema: z.literal(1),
  routeId: Id,
  routeVersion: z.int().min(0).max(2_147_483_647),
  trip: z.int().min(1).max(1000),
  /** The schedule's id; none for what concerns the entire route. An unknown stop is reviewed. */
  stopId: Text(1, 100).toLowerCase().nullish(),
  photos: z.array(PhotoHash).max(10).default([]),
  /** An earlier event of the same device that no longer counts. */
  supersedes: Id.nullish(),
  /** By the phone's clock. */
  tappedAt: z.iso.datetime({ offset: true }),
  /** The server's clock minus the phone's. */
  skewMs: z.number().min(-1e14).max(1e14).default(0),
  fix: Fix.nullish(),
}

const event = <const T extends string, P extends z.ZodType>(type: T, payload: P) =>
  z.object({ ...common, type: z.literal(type), payload })

const Counted = z.object({ lines: Lines.default([]), note: Note })

/** Something that a driver entered (rule 58). */
export const DriverEvent = z.discriminatedUnion('type', [
  event('loaded', Counted),
  event('departed', Nothing),
  event('arrived', Nothing),
  event('delivered', Counted),
  event('failed', z.object({ reason: FailureReason, note: Note })),
  event('skipped-for-now', Nothing),
  event(
    'stop-added',
    z.object({ name: Text(0, 200).optional(), lines: Lines.default([]), note: Note }),
  ),
  event('note', z.object({ note: Text(1, 1000) })),
  event(
    'payment-received',
    z.object({
      method: z.enum(['cash', 'check']),
      amount: Amount,
      reference: Text(0, 100).optional(),
      note: Note,
    }),
  ),
  event('returned', Counted),
  event('version-accepted', Nothing),
  event('closed', Nothing),
  event('superseded', Nothing),
])
/** An event as parsed by the server: defaults filled in, amounts in cents. */
export type DriverEvent = z.infer<typeof DriverEvent>
/** As the phone stores and sends it. */
export type SentDriverEvent = z.input<typeof DriverEvent>

/**
 * `duplicate`: stored before. `review`: stored, staff decide. `rejected`: it cannot be read and is not
 * stored, so the phone keeps it.
 */
export const EventResult = z.object({
  /** As sent; null if it could not be read. */
  eventId: z.string().nullable(),
  result: z.enum(['accepted', 'duplicate', 'review', 'rejected']),
  /** For staff and for the driver, in plain words. */
  reason: z.string().optional(),
})
export type EventResult = z.infer<typeof EventResult>

/** In the order of the events that were sent. */
export const EventResults = z.object({ results: z.array(EventResult) })
