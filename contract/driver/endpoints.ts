import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'
import { DriverEvent, EVENTS_MAX_BYTES, EventResults, PhotoHash } from './events.ts'
import { DriverRoute } from './route.ts'

/** Photos are scaled down on the phone. */
export const DRIVER_PHOTO_MAX_BYTES = 256 * 1024

const ById = z.object({ id: Id })

/** A phone on which a driver logged in. */
export const DriverDevice = z.object({
  id: Id,
  /** Such as 'Safari on iPhone'. */
  browser: z.string(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  /** Ended by staff, by a logout, after 30 days without a sign of life, or with its driver. */
  isActive: z.boolean(),
})
export type DriverDevice = z.infer<typeof DriverDevice>

export const createSignInLink = {
  method: 'POST',
  path: apiPaths.adminSignInLink,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Make a link that logs a driver in on a phone, once, within 10 minutes',
  params: ById,
  reply: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  status: 201,
  failures: ['not_found', 'driver_disabled', 'too_many'],
} as const satisfies Endpoint

export const listDriverDevices = {
  method: 'GET',
  path: apiPaths.adminDriverDevices,
  role: 'admin',
  permission: 'trucks.read',
  summary: 'List the phones of a driver, newest first',
  params: ById,
  reply: z.array(DriverDevice),
  failures: ['not_found'],
} as const satisfies Endpoint

export const endDriverDevice = {
  method: 'DELETE',
  path: apiPaths.adminDriverDevice,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Log a phone out; what it has not sent yet still arrives',
  params: z.object({ id: Id, deviceId: Id }),
  reply: z.array(DriverDevice),
  failures: ['not_found', 'stale'],
} as const satisfies Endpoint

/** Who is logged in on a phone. */
const SignedIn = z.object({ deviceId: Id, driverId: Id, driverName: z.string() })

export const driverSignIn = {
  method: 'POST',
  path: apiPaths.driverSignIn,
  role: 'public',
  summary: 'Log a driver in on this phone with a one-time link',
  body: z.object({ token: z.string().min(1).max(200) }),
  reply: SignedIn,
  failures: ['invalid', 'link_invalid', 'too_many'],
} as const satisfies Endpoint

export const driverSignInAgain = {
  method: 'POST',
  path: apiPaths.driverSignInAgain,
  role: 'public',
  summary: 'Log in, as a new device, on a phone that has a login without its driver',
  reply: z.object({ device: SignedIn.nullable() }),
  failures: ['link_invalid', 'too_many'],
} as const satisfies Endpoint

export const driverSignOut = {
  method: 'POST',
  path: apiPaths.driverSignOut,
  role: 'public',
  summary: 'Log this phone out; upload keys keep working',
  reply: z.object({ success: z.literal(true) }),
  failures: [],
} as const satisfies Endpoint

export const readDriverRoute = {
  method: 'GET',
  path: apiPaths.driverRoute,
  role: 'driver',
  summary: "Load today's route onto this phone; with If-None-Match only if it has changed",
  query: z.object({
    /** Takes the route back from a phone that loaded it later. */
    takeOver: z.enum(['true', 'false']).optional(),
  }),
  reply: DriverRoute,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

/** Events that cannot be read are rejected one by one, so the body takes anything and changes nothing. */
const SentEvents = z.object({ events: z.array(z.union([z.unknown(), DriverEvent])) })

export const sendDriverEvents = {
  method: 'POST',
  path: apiPaths.driverEvents,
  role: 'device',
  summary: 'Send what happened on a route: up to 50 events and 90 KiB',
  body: SentEvents,
  bodyLimit: EVENTS_MAX_BYTES,
  reply: EventResults,
  failures: ['invalid', 'too_large', 'too_many'],
} as const satisfies Endpoint

export const putDriverPhoto = {
  method: 'PUT',
  path: apiPaths.driverPhoto,
  role: 'device',
  summary: 'Send a photo of an event, before or after it: JPEG, PNG or WebP up to 256 KiB',
  params: z.object({ sha256: PhotoHash }),
  upload: 'image/*',
  bodyLimit: DRIVER_PHOTO_MAX_BYTES,
  status: 204,
  failures: ['not_found', 'invalid', 'too_large', 'unsupported', 'too_many'],
} as const satisfies Endpoint

const PhotoOfOrder = z.object({ id: Id, sha256: PhotoHash })

export const readOrderPhoto = {
  method: 'GET',
  path: apiPaths.adminOrderPhoto,
  role: 'admin',
  permission: 'orders.read',
  summary: "Read a photo that the driver took at an order's door",
  params: PhotoOfOrder,
  file: 'image/webp',
  failures: ['not_found'],
} as const satisfies Endpoint

export const readOwnOrderPhoto = {
  method: 'GET',
  path: apiPaths.customerOrderPhoto,
  role: 'customer',
  summary: "Read a photo that the driver took at the door of one of the customer's orders",
  params: PhotoOfOrder,
  file: 'image/webp',
  failures: ['not_found'],
} as const satisfies Endpoint
