import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'

/**
 * Rule 63: where a delivery is on its route. `window`: the time that was published. `underway`: how
 * many stops come before, and when. `today`: nothing more precise is known. `later`: the driver
 * skipped the stop for now. `ended`: the route is closed, or its day is over, and no one reported the
 * delivery.
 */
export const TrackingState = z.enum([
  'window',
  'underway',
  'arrived',
  'later',
  'today',
  'on_hold',
  'failed',
  'ended',
])
export type TrackingState = z.infer<typeof TrackingState>

/** About one delivery only: nothing of other customers but how many stops come before. */
export const Tracking = z.object({
  state: TrackingState,
  /** Visits before this one; only while the truck is underway. */
  stopsBefore: z.int().optional(),
  /** Of `window` and `underway`. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Whether an email is sent when the truck is two stops away. */
  emailsWhenNear: z.boolean(),
})
export type Tracking = z.infer<typeof Tracking>

/** Rule 63: "two stops away" in emails and settings. */
export const NEAR_STOPS = 2

export const NearEmail = z.object({ isWanted: z.boolean() })
export type NearEmail = z.infer<typeof NearEmail>

export const setNearEmail = {
  method: 'PUT',
  path: apiPaths.orderNearEmail,
  role: 'public',
  summary: 'Ask for an email when the truck is two stops away, for one delivery',
  params: z.object({ id: Id }),
  body: NearEmail,
  reply: NearEmail,
  failures: ['invalid', 'not_found', 'too_many'],
} as const satisfies Endpoint

export const readNearEmails = {
  method: 'GET',
  path: apiPaths.nearEmail,
  role: 'customer',
  summary: 'Whether the customer gets an email when the truck is two stops away',
  reply: NearEmail,
  failures: [],
} as const satisfies Endpoint

export const setNearEmails = {
  method: 'PUT',
  path: apiPaths.nearEmail,
  role: 'customer',
  summary: 'Ask for an email when the truck is two stops away, for every delivery',
  body: NearEmail,
  reply: NearEmail,
  failures: ['invalid'],
} as const satisfies Endpoint
