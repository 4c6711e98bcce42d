import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id } from '../primitives.ts'
import { BoardStop, StopPin } from './board.ts'

const ById = z.object({ id: Id })
const schedulesWrite = { role: 'admin', permission: 'schedules.write' } as const

/** Where on a route; the end of its last trip by default. A trip after the last one starts a new one. */
const Slot = {
  trip: z.int().min(1).max(20).optional(),
  position: z.int().min(1).max(2000).optional(),
}

export const addStop = {
  method: 'POST',
  path: apiPaths.adminStops,
  ...schedulesWrite,
  summary: "Put an order on a route manually, by the route's id or by truck and date",
  body: z.object({
    orderId: Id,
    routeId: Id.optional(),
    truckId: Id.optional(),
    date: DeliveryDate('Choose a date').optional(),
    ...Slot,
  }),
  reply: BoardStop,
  status: 201,
  failures: [
    'invalid',
    'unknown_order',
    'unknown_truck',
    'not_found',
    'stop_exists',
    'order_cancelled',
    'route_closed',
    'closed_date',
  ],
} as const satisfies Endpoint

/** By the route's id or the truck's: a truck without stops has no route yet. */
export const moveStop = {
  method: 'PATCH',
  path: apiPaths.adminStop,
  ...schedulesWrite,
  summary: 'Move a stop to another route or position of its date, or pin it',
  params: ById,
  body: z.object({
    routeId: Id.optional(),
    truckId: Id.optional(),
    ...Slot,
    pin: StopPin.optional(),
    version: z.int(),
  }),
  reply: BoardStop,
  failures: ['not_found', 'invalid', 'unknown_truck', 'stale', 'route_closed'],
} as const satisfies Endpoint

export const removeStop = {
  method: 'DELETE',
  path: apiPaths.adminStop,
  ...schedulesWrite,
  summary: 'Take a stop off its route; its delivery is unplanned again',
  params: ById,
  query: z.object({ version: z.coerce.number().int().optional() }),
  status: 204,
  failures: ['not_found', 'invalid', 'stale', 'route_closed'],
} as const satisfies Endpoint

const MAX_MOVED = 200

/** At the end of a trip of a truck; its last one by default. */
export const moveStops = {
  method: 'POST',
  path: apiPaths.adminStopsMove,
  ...schedulesWrite,
  summary: 'Move several stops and unplanned deliveries to one truck, all of them or none',
  body: z.object({
    date: DeliveryDate('Choose a date'),
    truckId: Id,
    trip: Slot.trip,
    stops: z.array(z.object({ id: Id, version: z.int() })).max(MAX_MOVED),
    orderIds: z.array(Id).max(MAX_MOVED),
  }),
  reply: z.object({ moved: z.int() }),
  failures: [
    'not_found',
    'invalid',
    'unknown_order',
    'unknown_truck',
    'stop_exists',
    'order_cancelled',
    'stale',
    'route_closed',
    'closed_date',
  ],
} as const satisfies Endpoint
