import { z } from 'zod'
import { ScheduleStatus } from '../dispatch.ts'
import type { Endpoint } from '../endpoint.ts'
import { TruckStatus } from '../fleet.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id } from '../primitives.ts'

export const RouteStatus = z.enum(['draft', 'published', 'out', 'closed'])
export type RouteStatus = z.infer<typeof RouteStatus>

/** The delivery of one order at one door, as the board shows it. */
export const BoardDelivery = z.object({
  orderId: Id,
  customerName: z.string().nullable(),
  deliveryAddress: z.string().nullable(),
  deliveryCity: z.string(),
  deliveryZip: z.string(),
  deliveryDate: z.iso.date(),
  bottles: z.int(),
  zoneId: Id.nullable(),
  /** The window that the customer chose. */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** When the door is open; empty means all day. */
  openingHours: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  instructions: z.string().nullable(),
  /** Null without a known ZIP code. */
  place: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  isOnHold: z.boolean(),
})
export type BoardDelivery = z.infer<typeof BoardDelivery>

/** The part of a stop that plans must not change: its truck, also its position, or also its time. */
export const StopPin = z.enum(['none', 'truck', 'position', 'time'])
export type StopPin = z.infer<typeof StopPin>

/** A stop's id is its schedule's id. */
export const BoardStop = BoardDelivery.extend({
  id: Id,
  /** From 1, within its trip. */
  position: z.int(),
  version: z.int(),
  status: ScheduleStatus,
  pin: StopPin,
  /** When the truck is expected at the door; null until the route was planned. */
  plannedAt: z.iso.datetime().nullable(),
  /** The time that staff typed; a plan keeps it. */
  scheduledTime: z.string().nullable(),
  /** The driver was there and could not deliver; the stop is cancelled. */
  outcome: z.literal('failed').optional(),
  /** When the driver delivered, or could not. */
  outcomeAt: z.iso.datetime().optional(),
})
export type BoardStop = z.infer<typeof BoardStop>

/** Rule 58: a stop that the driver added. No one planned it, and it has no order. */
export const AddedStop = z.object({
  /** Of the driver's event. */
  id: Id,
  /** From 1, as the board counts the route's trips. */
  trip: z.int(),
  /** When the driver entered it. */
  at: z.iso.datetime(),
  /** As the driver wrote it; null without one. */
  name: z.string().nullable(),
  /** Full bottles that were left, and empty or damaged ones that were taken. */
  left: z.int(),
  taken: z.int(),
  /** Reviews that staff have not answered yet. */
  reviewId: Id.nullable(),
})
export type AddedStop = z.infer<typeof AddedStop>

export const BoardRoute = z.object({
  id: Id,
  truckId: Id,
  driverId: Id.nullable(),
  status: RouteStatus,
  version: z.int(),
  /** A plan leaves a locked route as it is. */
  isLocked: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  /** Published, and its stops have changed since: publishing again emails the new times. */
  hasUnpublishedChanges: z.boolean().optional(),
  trips: z.array(
    z.object({
      stops: z.array(BoardStop),
      /** Bottles on board when the truck leaves. */
      load: z.int(),
    }),
  ),
  /** In the order of time. One that was undone or dismissed is not among them. */
  addedStops: z.array(AddedStop).optional(),
  /** Manual edits cause warnings and are never blocked (rule 51): 'Trip 1 carries 30 of 24 bottles' */
  warnings: z.array(z.string()),
})
export type BoardRoute = z.infer<typeof BoardRoute>

export const Board = z.object({
  date: z.iso.date(),
  /** Routes of this date can be published from here on (rule 52). */
  publishFrom: z.iso.datetime(),
  routes: z.array(BoardRoute),
  unplanned: z.array(BoardDelivery),
  trucks: z.array(z.object({ id: Id, name: z.string(), capacity: z.int(), status: TruckStatus })),
  drivers: z.array(z.object({ id: Id, name: z.string(), isAbsent: z.boolean() })),
  zones: z.array(z.object({ id: Id, name: z.string() })),
  /** Where plans start: its place or ZIP code in the settings, else the first zone or delivery. */
  depot: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  /** Standing orders of the weekday: how many stops each truck has. */
  standing: z
    .array(
      z.object({
        truckId: Id,
        /** Null: the truck's name is used. */
        name: z.string().nullable(),
        stops: z.int(),
        savedAt: z.iso.datetime(),
      }),
    )
    .optional(),
  /** The latest plan of this date that is computing, ready, or applied and not undone. */
  planId: Id.nullable(),
})
export type Board = z.infer<typeof Board>

export const getBoard = {
  method: 'GET',
  path: apiPaths.adminRoutes,
  role: 'admin',
  permission: 'schedules.read',
  summary: 'Read the routes of a date and the deliveries that are on none',
  query: z.object({ date: DeliveryDate('Choose a date') }),
  reply: Board,
  failures: ['invalid'],
} as const satisfies Endpoint

/** Sends the date at first, and again whenever a route, a stop or a delivery of it has changed. */
export const watchBoard = {
  method: 'GET',
  path: apiPaths.adminRouteEvents,
  role: 'admin',
  permission: 'schedules.read',
  summary: 'Follow the changes of a date',
  query: z.object({ date: DeliveryDate('Choose a date') }),
  reply: z.object({ date: z.iso.date() }),
  stream: true,
  failures: ['invalid', 'too_many'],
} as const satisfies Endpoint
