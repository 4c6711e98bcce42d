import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, Text } from '../primitives.ts'
import { BottleHolder, BottleState } from './bottles.ts'

const Counts = z.object({ full: z.int(), empty: z.int(), damaged: z.int() })

/** Rule 61: what a route loaded, left, took and returned. */
const RouteDifference = z.object({
  routeId: Id,
  date: z.iso.date(),
  truckName: z.string(),
  driverName: z.string().nullable(),
  loaded: z.int(),
  left: z.int(),
  taken: z.int(),
  returned: z.int(),
  /**
   * Bottles that should have come back and did not. One size never makes up for the other; negative if
   * bottles were only found.
   */
  difference: z.int(),
  /** The part that staff have booked. */
  corrected: z.int(),
  /** Its latest booking that was not reversed. */
  booked: z.object({ eventId: Id, reason: z.string(), staffEmail: z.string() }).nullable(),
})
export type RouteDifference = z.infer<typeof RouteDifference>

const Shrinkage = z.object({ name: z.string(), routes: z.int(), difference: z.int() })

const ListedDelivery = z.object({ orderId: Id, customerName: z.string().nullable() })

export const BottleOverview = z.object({
  depot: Counts,
  trucks: z.array(Counts.extend({ truckId: Id, name: z.string() })),
  customers: z.object({ bottles: z.int(), holders: z.int() }),
  lost: z.int(),
  scrapped: z.int(),
  differences: z.array(RouteDifference),
  shrinkage: z.object({
    byDriver: z.array(Shrinkage),
    /** The routes with the largest differences first. */
    byRoute: z.array(Shrinkage),
    byMonth: z.array(Shrinkage),
  }),
  /** Rule 59: deliveries of closed routes that were marked as delivered without counts. */
  uncounted: z.array(ListedDelivery),
  /** Rule 59: deliveries that left more than was ordered; nothing is charged for it. */
  beyondOrder: z.array(ListedDelivery.extend({ ordered: z.int(), beyond: z.int() })),
})
export type BottleOverview = z.infer<typeof BottleOverview>

export const readBottleOverview = {
  method: 'GET',
  path: apiPaths.adminBottles,
  role: 'admin',
  permission: 'trucks.read',
  summary: 'Bottles at depot, trucks and customers, with losses and differences of routes',
  /** Differences and shrinkage of routes from this date on; the last 12 weeks by default. */
  query: z.object({ from: DeliveryDate('Choose a date').optional() }),
  reply: BottleOverview,
  failures: ['invalid'],
} as const satisfies Endpoint

const CustomerHolder = z.object({
  customerId: Id,
  name: z.string().nullable(),
  email: z.string(),
  bottles: z.int(),
  movedAt: z.iso.datetime().nullable(),
})
export type CustomerHolder = z.infer<typeof CustomerHolder>

export const listBottleHolders = {
  method: 'GET',
  path: apiPaths.adminBottleHolders,
  role: 'admin',
  permission: 'customers.read',
  summary: 'Customers with bottles: the largest holders, or those without movement for long first',
  query: z.object({
    sort: z.enum(['largest', 'aged']).default('largest'),
    /** With `aged`: only customers without movement for so many days. */
    days: z.coerce.number().int().min(0).max(3650).default(60),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ rows: z.array(CustomerHolder), next: z.string().nullable() }),
  failures: ['invalid'],
} as const satisfies Endpoint

/** Rule 61: the stops of a route, those whose counts differ from their order first. */
const CountedStop = z.object({
  /** Null for a stop that the driver added: nothing was ordered there. */
  orderId: Id.nullable(),
  /** Of an added stop, the name that the driver entered. */
  customerName: z.string().nullable(),
  ordered: z.int(),
  left: z.int(),
  taken: z.int(),
})
export type CountedStop = z.infer<typeof CountedStop>

export const readBottleRoute = {
  method: 'GET',
  path: apiPaths.adminBottleRoute,
  role: 'admin',
  permission: 'trucks.read',
  summary: "Read a route's counts by stop, those that differ from their order first",
  params: z.object({ id: Id }),
  reply: z.array(CountedStop),
  failures: ['not_found'],
} as const satisfies Endpoint

const MAX_CORRECTED = 10_000
const QUANTITY = 'Enter a number of bottles'

const Place = z.object({ holder: BottleHolder, id: Id.optional() })

export const Correction = z.object({
  kind: z.enum(['3-gallon', '5-gallon']),
  state: BottleState,
  quantity: z.int(QUANTITY).min(1, QUANTITY).max(MAX_CORRECTED, QUANTITY),
  from: Place,
  to: Place,
  /** The route whose difference it resolves. */
  routeId: Id.optional(),
  reason: Text(3, 200, 'Please give a reason'),
  /** Sent again with a repeated request, so that it is booked once. */
  requestId: Id,
})
export type Correction = z.infer<typeof Correction>

export const correctBottles = {
  method: 'POST',
  path: apiPaths.adminBottleCorrections,
  role: 'admin',
  permission: 'credit.create',
  needsConfirmation: true,
  summary: 'Book a movement of bottles manually, with a reason',
  body: Correction,
  reply: z.object({ booked: z.int() }),
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const bookBottleRoute = {
  method: 'POST',
  path: apiPaths.adminBottleRouteBook,
  role: 'admin',
  permission: 'credit.create',
  needsConfirmation: true,
  summary: "Book what is left of a route's bottle difference as lost or found, with a reason",
  params: z.object({ id: Id }),
  body: Correction.pick({ reason: true, requestId: true }),
  reply: z.object({ booked: z.int() }),
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const reverseBottles = {
  method: 'POST',
  path: apiPaths.adminBottleReverse,
  role: 'admin',
  permission: 'credit.create',
  needsConfirmation: true,
  summary: 'Reverse everything that an event has moved, with a reason',
  params: z.object({ id: Id }),
  body: z.object({ reason: Text(3, 200, 'Please give a reason') }),
  reply: z.object({ reversed: z.int() }),
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint
