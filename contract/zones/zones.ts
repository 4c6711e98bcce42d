import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, Line } from '../primitives.ts'
import { LandingEffect } from './landing.ts'
import { TimeWindow } from './time-window.ts'

/** AU1: limits of one zone. A state has about 2,000 ZIP codes. */
export const MAX_ZIPS = 3_000
const MAX_ROUTE_DAYS = 30
const MAX_WINDOWS = 6
export const MAX_ZONES = 1_000
const MAX_CAPACITY = 100_000

/** ZIP+4 counts as its first five digits. */
export const Zip = z
  .string()
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, 'Enter ZIP codes of five digits')
  .transform((zip) => zip.slice(0, 5))

const Zips = z
  .array(Zip)
  .max(MAX_ZIPS, `Use at most ${MAX_ZIPS.toLocaleString('en-US')} ZIP codes in a zone`)
  .transform((zips) => [...new Set(zips)].sort())

const WEEKDAY_MESSAGE = 'Choose a weekday'
const CAPACITY_MESSAGE = `Enter a number of bottles from 1 to ${MAX_CAPACITY.toLocaleString('en-US')}`
const HOUR_MESSAGE = 'Choose an hour'
const DATE_MESSAGE = 'Choose a date'

/** Rule 45: a weekday on which a zone is served. */
const RouteDayFields = z.object({
  /** Monday is 1. */
  weekday: z.int(WEEKDAY_MESSAGE).min(1, WEEKDAY_MESSAGE).max(7, WEEKDAY_MESSAGE),
  everyWeeks: z
    .union([z.literal(1), z.literal(2)], 'Choose every week or every second week')
    .default(1),
  /** The first week; every second week counts from it. */
  from: DeliveryDate(DATE_MESSAGE),
  validFrom: DeliveryDate(DATE_MESSAGE).nullish(),
  /** The last date, when the route day ends. */
  validUntil: DeliveryDate(DATE_MESSAGE).nullish(),
  /** The truck that usually serves it. */
  truckId: Id.nullish(),
  windows: z.array(TimeWindow).max(MAX_WINDOWS, `Use at most ${MAX_WINDOWS} windows`).nullish(),
  /** Bottles; blank means no limit. */
  capacity: z
    .int(CAPACITY_MESSAGE)
    .min(1, CAPACITY_MESSAGE)
    .max(MAX_CAPACITY, CAPACITY_MESSAGE)
    .nullish(),
  /** After this hour the next day can no longer be ordered. */
  lastOrderHour: z.int(HOUR_MESSAGE).min(0, HOUR_MESSAGE).max(23, HOUR_MESSAGE).nullish(),
})
export type RouteDay = z.infer<typeof RouteDayFields>

const RouteDayForm = RouteDayFields.superRefine(({ validFrom, validUntil, windows }, context) => {
  if (validFrom && validUntil && validUntil < validFrom) {
    context.addIssue({
      code: 'custom',
      path: ['validUntil'],
      message: 'Choose a last date after the first',
    })
  }
  const sorted = [...(windows ?? [])].sort((left, right) => (left.from < right.from ? -1 : 1))
  if (sorted.some((window, index) => index > 0 && window.from < (sorted[index - 1]?.to ?? ''))) {
    context.addIssue({ code: 'custom', path: ['windows'], message: 'Windows may not overlap' })
  }
})

export const ZoneForm = z.object({
  name: Line(1, 60, 'Enter a name of up to 60 characters'),
  zips: Zips,
  routeDays: z
    .array(RouteDayForm)
    .max(MAX_ROUTE_DAYS, `Use at most ${MAX_ROUTE_DAYS} route days in a zone`),
})
export type ZoneForm = z.infer<typeof ZoneForm>

export const Zone = z.object({
  id: Id,
  name: z.string(),
  zips: z.array(z.string()),
  routeDays: z.array(RouteDayFields),
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type Zone = z.infer<typeof Zone>

const ById = z.object({ id: Id })

const PreviewQuery = z.object({ preview: z.enum(['true', 'false']).optional() })

/** Rule 47: with the next deliveries that land on another date; a preview has saved nothing. */
export const SavedZone = Zone.extend({ landing: LandingEffect.optional() })
export type SavedZone = z.infer<typeof SavedZone>

export const listZones = {
  method: 'GET',
  path: apiPaths.adminZones,
  role: 'admin',
  permission: 'zones.read',
  summary: 'List the zones by name, with ZIP codes and route days',
  reply: z.array(Zone),
  failures: [],
} as const satisfies Endpoint

export const createZone = {
  method: 'POST',
  path: apiPaths.adminZones,
  role: 'admin',
  permission: 'zones.write',
  summary:
    'Add a zone; a ZIP code of another zone is rejected and named; preview=true saves nothing',
  query: PreviewQuery,
  body: ZoneForm.extend({
    zips: Zips.default([]),
    routeDays: ZoneForm.shape.routeDays.default([]),
  }),
  reply: SavedZone,
  status: 201,
  failures: ['invalid', 'zip_taken'],
} as const satisfies Endpoint

export const updateZone = {
  method: 'PATCH',
  path: apiPaths.adminZone,
  role: 'admin',
  permission: 'zones.write',
  summary: 'Change the name, ZIP codes or route days of a zone; preview=true saves nothing',
  params: ById,
  query: PreviewQuery,
  body: ZoneForm.partial().extend({ version: z.int().optional() }),
  reply: SavedZone,
  failures: ['not_found', 'invalid', 'stale', 'zip_taken'],
} as const satisfies Endpoint

/** Rows that stay as they are when a zone is archived. */
export const ArchivePreview = z.object({
  zips: z.int(),
  /** Open deliveries in its ZIP codes; they keep their dates. */
  deliveries: z.int(),
  /** Next deliveries that return to calendar dates, if _Route days only_ is on. */
  landing: LandingEffect.optional(),
})
export type ArchivePreview = z.infer<typeof ArchivePreview>

export const archiveZone = {
  method: 'DELETE',
  path: apiPaths.adminZone,
  role: 'admin',
  permission: 'zones.write',
  summary: 'Archive a zone; ordered deliveries keep their dates; preview=true archives nothing',
  params: ById,
  query: PreviewQuery.extend({
    version: z.coerce.number().int().optional(),
  }),
  reply: ArchivePreview,
  failures: ['not_found', 'stale'],
} as const satisfies Endpoint

/** Rule 47: subscriptions that no zone serves. */
export const OutsideZones = z.object({
  count: z.int(),
  /** The first of them, by their next delivery. */
  subscriptions: z.array(
    z.object({
      subscriptionId: Id,
      customerName: z.string(),
      deliveryCity: z.string(),
      deliveryZip: z.string(),
      nextDate: z.string().nullable(),
    }),
  ),
})
export type OutsideZones = z.infer<typeof OutsideZones>

export const listOutsideZones = {
  method: 'GET',
  path: apiPaths.adminOutsideZones,
  role: 'admin',
  permission: 'zones.read',
  summary: 'List subscriptions outside every zone, which keep their calendar dates',
  reply: OutsideZones,
  failures: [],
} as const satisfies Endpoint

const BOTTLES_MESSAGE = 'Enter a number of bottles'

export const listDeliveryDates = {
  method: 'GET',
  path: apiPaths.deliveryDates,
  role: 'public',
  summary: 'List the next dates on which a ZIP code is served, at most six',
  query: z.object({
    zip: Zip,
    bottles: z.coerce
      .number(BOTTLES_MESSAGE)
      .int(BOTTLES_MESSAGE)
      .min(1, BOTTLES_MESSAGE)
      .max(MAX_CAPACITY, BOTTLES_MESSAGE)
      .optional(),
  }),
  reply: z.object({
    dates: z.array(z.object({ date: z.iso.date(), windows: z.array(TimeWindow).optional() })),
    /** False outside every zone. Without dates, the dates of a zone are full or there are none. */
    isServed: z.boolean(),
  }),
  failures: ['invalid', 'too_many'],
} as const satisfies Endpoint
export type DeliveryDates = z.infer<(typeof listDeliveryDates)['reply']>
