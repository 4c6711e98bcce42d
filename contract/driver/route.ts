import { z } from 'zod'
import { ScheduleStatus } from '../dispatch.ts'
import { TenderMethod } from '../payments/tenders.ts'
import { Id, MoneyText } from '../primitives.ts'
import { RouteStatus } from '../routes/board.ts'
import { FailureReason } from './events.ts'

const OrderedLine = z.object({ productId: Id, name: z.string(), quantity: z.int() })

/** The state of a stop after its events so far; see `foldStop`. */
const StopProgress = z.enum(['pending', 'arrived', 'skipped', 'delivered', 'failed'])

/** A stop as its driver sees it. Its id is its schedule's. */
export const DriverStop = z.object({
  id: Id,
  orderId: Id,
  trip: z.int(),
  /** From 1, within its trip. */
  position: z.int(),
  /** On the wire a stop that failed is cancelled, and so is one that staff took off. */
  status: ScheduleStatus,
  progress: StopProgress,
  /** The event that decided the outcome, to undo it; null without one. */
  outcomeEventId: Id.nullable(),
  failureReason: FailureReason.nullable(),
  customerName: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.object({
    street: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  /** Stops with the same text are at one door. Routes stored before it existed have none. */
  door: z.string().optional(),
  /** Null without a known ZIP code. */
  place: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  gateCode: z.string().nullable(),
  instructions: z.string().nullable(),
  /** Written by staff for this stop. */
  notes: z.string().nullable(),
  /** The products that the customer ordered. */
  lines: z.array(OrderedLine),
  /** Not paid: "Don't leave bottles". */
  isOnHold: z.boolean(),
  /** To collect at the door; null if nothing is due. */
  amountDue: MoneyText.nullable(),
  /** Cash, checks and transfers recorded for this order; what a phone sent has the id of its event. */
  received: z.array(z.object({ id: Id, method: TenderMethod, amount: MoneyText })).optional(),
  plannedAt: z.iso.datetime().nullable(),
  /** The window that the customer was emailed. */
  window: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
})
export type DriverStop = z.infer<typeof DriverStop>

export const DriverRoute = z.object({
  routeId: Id,
  version: z.int(),
  deviceId: Id,
  driverId: Id,
  /** Sends the events and photos of this route for 14 days, even after the login has ended. */
  uploadKey: z.string(),
  uploadKeyExpiresAt: z.iso.datetime(),
  /** Another phone has loaded this route since. What was entered here still counts. */
  isTakenOver: z.boolean().optional(),
  date: z.iso.date(),
  status: RouteStatus,
  driverName: z.string(),
  truckName: z.string(),
  trips: z.array(
    z.object({
      trip: z.int(),
      /** Bottles on board when the truck leaves, by product. */
      load: z.int(),
      lines: z.array(OrderedLine),
      hasDeparted: z.boolean(),
      /** The event that counted the load; null without one. Routes stored before it existed have none. */
      loadedEventId: Id.nullable().optional(),
      /** The event that counted what came back, likewise. */
      returnedEventId: Id.nullable().optional(),
      stopIds: z.array(Id),
    }),
  ),
  /** In the order of the route: by trip and position. */
  stops: z.array(DriverStop),
  /** All products that can be loaded, left or taken. */
  products: z.array(z.object({ id: Id, name: z.string(), isReturnable: z.boolean() })),
  /** The shop's phone number, for the driver. */
  officePhone: z.string(),
  /** The shop's time zone on that date. Routes stored before it existed have none. */
  timeZone: z.string().optional(),
})
export type DriverRoute = z.infer<typeof DriverRoute>
