import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Email, Id, Line, Text } from '../primitives.ts'
import { ImportReport } from '../staff/imports.ts'
import { TimeWindow } from '../zones/time-window.ts'
import { Zip } from '../zones/zones.ts'
import { Instructions } from './instructions.ts'

const MAX_GATE_CODE = 60
const MAX_HOURS = 4
const MAX_SERVICE_MINUTES = 120

const PLACE_MESSAGE = 'Enter latitude and longitude, such as 41.93, -74.02'

const Degrees = (limit: number) =>
  z.number(PLACE_MESSAGE).min(-limit, PLACE_MESSAGE).max(limit, PLACE_MESSAGE)

export const Place = z.object({ lat: Degrees(90), lon: Degrees(180) }, PLACE_MESSAGE)
export type Place = z.infer<typeof Place>

/** Rule 53. `zip`: the center of the ZIP code. `fix`: learned from drivers. */
export const PlaceSource = z.enum(['zip', 'import', 'pin', 'fix'])
export type PlaceSource = z.infer<typeof PlaceSource>

const Door = z.object({
  address: Text(5, 300, 'Please enter a valid address'),
  zip: Text(5, 10, 'Please enter a valid ZIP code'),
})

const GateCode = Line(0, MAX_GATE_CODE, `Use one line of at most ${MAX_GATE_CODE} characters`)

/** The fields that customers may see and change. */
export const OwnPointForm = z.object({ gateCode: GateCode, instructions: Instructions })
export type OwnPointForm = z.infer<typeof OwnPointForm>

const OpeningHours = z
  .array(TimeWindow)
  .max(MAX_HOURS, `Use at most ${MAX_HOURS} opening hours`)
  .transform((hours) => hours.toSorted((a, b) => a.from.localeCompare(b.from)))
  .refine(
    (hours) => hours.every(({ from }, nth) => nth === 0 || from >= (hours[nth - 1]?.to ?? '')),
    'Opening hours may not overlap',
  )

const MINUTES_MESSAGE = `Enter minutes from 0 to ${MAX_SERVICE_MINUTES}`

/** The fields that staff may set. Fields that are left out stay as they are. */
export const PointForm = OwnPointForm.extend({
  /** Staff's pin; null removes it. */
  pin: Place.nullable(),
  notes: Instructions,
  openingHours: OpeningHours,
  /** False returns to the imported place or the ZIP code's center; true to the learned place. */
  isLearnedUsed: z.boolean(),
  /** Minutes that this door takes longer than others. */
  extraMinutes: z
    .int(MINUTES_MESSAGE)
    .min(0, MINUTES_MESSAGE)
    .max(MAX_SERVICE_MINUTES, MINUTES_MESSAGE),
}).partial()
export type PointForm = z.infer<typeof PointForm>

const OwnPoint = Door.extend({
  /** Identifies the door among those of its customer; spellings of one address share it. */
  id: z.string(),
  city: z.string(),
  gateCode: z.string().nullable(),
  instructions: z.string().nullable(),
  /** 0: nothing was saved yet. */
  version: z.int(),
})
export type OwnPoint = z.infer<typeof OwnPoint>

/** Rule 53: where drivers parked. It counts unless there is a pin or `isLearnedUsed` is false. */
const LearnedPlace = z.object({
  place: Place,
  visits: z.int(),
  /** From the imported place or the ZIP code's center; null if there is neither. */
  miles: z.number().nullable(),
})
export type LearnedPlace = z.infer<typeof LearnedPlace>

export const DeliveryPoint = OwnPoint.extend({
  customerId: Id,
  /** Null without a pin and with an unknown ZIP code. */
  place: Place.nullable(),
  placeSource: PlaceSource,
  zipCenter: Place.nullable(),
  importedPlace: Place.nullable(),
  learned: LearnedPlace.nullable(),
  /** The setting of staff, also while no visit has taught a place. */
  isLearnedUsed: z.boolean(),
  /** Entered at a checkout without login. Shown to drivers next to the customer's own. */
  guestInstructions: z.string().nullable(),
  /** From staff; customers don't see them. */
  notes: z.string().nullable(),
  openingHours: z.array(TimeWindow),
  extraMinutes: z.int(),
})
export type DeliveryPoint = z.infer<typeof DeliveryPoint>

const ById = z.object({ id: Id })

export const listPoints = {
  method: 'GET',
  path: apiPaths.adminCustomerPoints,
  role: 'admin',
  permission: 'customers.read',
  summary: "List a customer's delivery points, the latest address first",
  params: ById,
  reply: z.array(DeliveryPoint),
  failures: ['not_found'],
} as const satisfies Endpoint

export const updatePoint = {
  method: 'PATCH',
  path: apiPaths.adminCustomerPoints,
  role: 'admin',
  permission: 'customers.write',
  summary:
    "Set pin, gate code, instructions, notes or opening hours of a customer's address, or use its learned place",
  params: ById,
  body: PointForm.extend({ ...Door.shape, version: z.int().min(0).optional() }),
  reply: DeliveryPoint,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const readOrderPoint = {
  method: 'GET',
  path: apiPaths.adminOrderPoint,
  role: 'admin',
  permission: 'orders.read',
  summary: 'Read the delivery point of an order',
  params: ById,
  reply: DeliveryPoint,
  failures: ['not_found'],
} as const satisfies Endpoint

const Coordinate = (limit: number) =>
  z.coerce.number(PLACE_MESSAGE).min(-limit, PLACE_MESSAGE).max(limit, PLACE_MESSAGE)

export const listNearbyPoints = {
  method: 'GET',
  path: apiPaths.adminNearbyPoints,
  role: 'admin',
  permission: 'customers.read',
  summary: 'List up to 40 delivery points with a known place near these coordinates',
  query: z.object({ lat: Coordinate(90), lon: Coordinate(180) }),
  reply: z.array(Place.extend({ address: z.string() })),
  failures: ['invalid'],
} as const satisfies Endpoint
export type NearbyPoint = z.infer<(typeof listNearbyPoints)['reply']>[number]

export const listOwnPoints = {
  method: 'GET',
  path: apiPaths.customerPoints,
  role: 'customer',
  summary: "List the customer's delivery addresses with gate code and instructions",
  reply: z.array(OwnPoint),
  failures: [],
} as const satisfies Endpoint

export const updateOwnPoint = {
  method: 'PATCH',
  path: apiPaths.customerPoints,
  role: 'customer',
  summary: "Set gate code and instructions of one of the customer's delivery addresses",
  body: OwnPointForm.partial().extend({ ...Door.shape, version: z.int().min(0).optional() }),
  reply: OwnPoint,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

const coordinate = (limit: number, name: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, `${name} must be a number, such as 41.93`)
    .transform(Number)
    .refine(
      (degrees) => Math.abs(degrees) <= limit,
      `${name} must be between -${limit} and ${limit}`,
    )

/** A row of a file of places. */
export const PlaceImportRow = z.object({
  email: z.string().trim().toLowerCase().pipe(Email('Please enter a valid email')),
  address: Door.shape.address,
  zip: Zip,
  lat: coordinate(90, 'Latitude'),
  lon: coordinate(180, 'Longitude'),
})
export type PlaceImportRow = z.infer<typeof PlaceImportRow>

const upload = {
  method: 'POST',
  role: 'admin',
  permission: 'customers.write',
  upload: 'text/csv',
  reply: ImportReport,
  failures: ['invalid', 'too_large', 'unsupported'],
} as const

export const previewPlaceImport = {
  ...upload,
  path: apiPaths.adminPlacesImportPreview,
  summary: 'Preview the import of a CSV file of coordinates',
} as const satisfies Endpoint

export const importPlaces = {
  ...upload,
  path: apiPaths.adminPlacesImport,
  summary: "Set the coordinates of customers' addresses from a CSV file, all or none",
} as const satisfies Endpoint
