import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'

/** Why the event contradicts the plan. */
export const ReviewKind = z.enum([
  'second-outcome',
  'second-count',
  'same-id',
  'same-number',
  'unknown-stop',
  'unknown-route',
  'other-route',
  'other-driver',
  'driver-disabled',
  'stop-changed',
  'added-stop',
  'route-closed',
  'wrong-clock',
  'payment',
  'not-own',
  'not-applied',
  'missing-events',
  'missing-count',
  'missing-load',
  'withdrawn',
])
export type ReviewKind = z.infer<typeof ReviewKind>

/** A driver's entry that staff have to review. */
export const DriverReview = z.object({
  id: Id,
  kind: ReviewKind,
  createdAt: z.iso.datetime(),
  /** When the driver entered it. */
  at: z.iso.datetime().nullable(),
  routeId: Id.nullable(),
  /** Of the route. */
  date: z.iso.date().nullable(),
  truckName: z.string().nullable(),
  driverName: z.string().nullable(),
  orderId: Id.nullable(),
  customerName: z.string().nullable(),
  /** The value that staff have, and the one that the driver entered. */
  plan: z.string(),
  fact: z.string(),
  /** Whether it changed anything already; dismissing it then takes that back. */
  isApplied: z.boolean(),
  /** False if accepting it would change nothing: staff enter the missing data manually. */
  canAccept: z.boolean(),
})
export type DriverReview = z.infer<typeof DriverReview>

/** As many are listed; the newer ones follow when some of these are answered. */
export const MAX_REVIEWS = 200

export const listDriverReviews = {
  method: 'GET',
  path: apiPaths.adminReviews,
  role: 'admin',
  permission: 'schedules.read',
  summary: 'List what drivers entered that disagrees with the plan, oldest first',
  reply: z.array(DriverReview),
  failures: [],
} as const satisfies Endpoint

const decide = {
  method: 'POST',
  role: 'admin',
  permission: 'schedules.write',
  params: z.object({ id: Id }),
  reply: z.array(DriverReview),
  failures: ['not_found', 'already_answered', 'stale'],
} as const

export const acceptDriverReview = {
  ...decide,
  failures: [...decide.failures, 'cannot_accept'],
  path: apiPaths.adminReviewAccept,
  summary: 'Accept what the driver entered: it counts',
} as const satisfies Endpoint

export const dismissDriverReview = {
  ...decide,
  path: apiPaths.adminReviewDismiss,
  summary: 'Dismiss what the driver entered: it does not count',
} as const satisfies Endpoint
