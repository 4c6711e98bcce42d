import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, Line } from '../primitives.ts'
import { BoardRoute } from './board.ts'

/** Rule 52: the truck comes within 45 minutes of the time that the customer was emailed. */
export const WINDOW_MARGIN_MS = 45 * 60_000

const ById = z.object({ id: Id })
const schedulesWrite = { role: 'admin', permission: 'schedules.write' } as const
const ExpectedVersion = z.int().optional()

export const updateRoute = {
  method: 'PATCH',
  path: apiPaths.adminRoute,
  ...schedulesWrite,
  summary: 'Lock a route, assign its driver, or mark it as left or closed',
  params: ById,
  body: z.object({
    isLocked: z.boolean().optional(),
    driverId: Id.nullish(),
    status: z.enum(['out', 'closed']).optional(),
    version: ExpectedVersion,
  }),
  reply: BoardRoute,
  failures: [
    'not_found',
    'invalid',
    'unknown_driver',
    'driver_disabled',
    'driver_busy',
    'truck_deleted',
    'stale',
    'route_closed',
    'not_published',
    'not_out',
  ],
} as const satisfies Endpoint

/** Publishing again emails those whose time has changed. */
export const publishRoute = {
  method: 'POST',
  path: apiPaths.adminRoutePublish,
  ...schedulesWrite,
  summary: 'Publish a route to its driver, and email every customer the expected time',
  params: ById,
  body: z.object({ driverId: Id, version: ExpectedVersion }),
  reply: BoardRoute,
  failures: [
    'not_found',
    'invalid',
    'unknown_driver',
    'driver_disabled',
    'driver_busy',
    'before_cutoff',
    'no_stops',
    'truck_deleted',
    'stale',
    'route_out',
    'route_closed',
  ],
} as const satisfies Endpoint

export const withdrawRoute = {
  method: 'POST',
  path: apiPaths.adminRouteWithdraw,
  ...schedulesWrite,
  summary: 'Take a published route back, and email the customers',
  params: ById,
  reply: BoardRoute,
  failures: ['not_found', 'not_published', 'route_out', 'route_closed'],
} as const satisfies Endpoint

export const transferStops = {
  method: 'POST',
  path: apiPaths.adminRouteTransfer,
  ...schedulesWrite,
  summary: 'Move the open stops of a route to another truck',
  params: ById,
  body: z.object({ truckId: Id }),
  reply: z.object({ moved: z.int() }),
  failures: ['not_found', 'invalid', 'unknown_truck', 'route_closed'],
} as const satisfies Endpoint

/** Rule 52: later plans can start from it. */
export const saveStandingOrder = {
  method: 'POST',
  path: apiPaths.adminRouteStanding,
  ...schedulesWrite,
  summary: "Save a published route's order of stops as the standing order of its truck and weekday",
  params: ById,
  body: z.object({ version: ExpectedVersion }),
  reply: z.object({ truckId: Id, weekday: z.int(), stops: z.int() }),
  failures: ['not_found', 'invalid', 'not_published', 'no_stops', 'truck_deleted', 'stale'],
} as const satisfies Endpoint

const MAX_NAME = 60
const OfWeekday = z.object({ id: Id, weekday: z.coerce.number().int().min(1).max(7) })

export const renameStandingOrder = {
  method: 'PATCH',
  path: apiPaths.adminStandingOrder,
  ...schedulesWrite,
  summary: 'Rename the standing order of a truck and weekday; an empty name is that of its truck',
  params: OfWeekday,
  body: z.object({ name: Line(0, MAX_NAME, `Use one line of at most ${MAX_NAME} characters`) }),
  reply: z.object({ truckId: Id, weekday: z.int(), name: z.string().nullable(), stops: z.int() }),
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const deleteStandingOrder = {
  method: 'DELETE',
  path: apiPaths.adminStandingOrder,
  ...schedulesWrite,
  summary: 'Delete the standing order of a truck and weekday; no route changes',
  params: OfWeekday,
  status: 204,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint
