import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id } from '../primitives.ts'
import { BoardStop } from './board.ts'

const ById = z.object({ id: Id })
const read = { role: 'admin', permission: 'schedules.read' } as const
const write = { role: 'admin', permission: 'schedules.write' } as const

/**
 * All deliveries, only those without a route, the order of stops within their trucks, or the standing
 * orders of the weekday with new deliveries added.
 */
export const PlanScope = z.enum(['everything', 'unplanned', 'reorder', 'standing'])
export type PlanScope = z.infer<typeof PlanScope>

export const PlanStatus = z.enum([
  'computing',
  'ready',
  'failed',
  'cancelled',
  'applied',
  'dropped',
  'expired',
  'undone',
])
export type PlanStatus = z.infer<typeof PlanStatus>

export const PlannedRoute = z.object({
  truckId: Id,
  trips: z.array(
    z.object({
      stops: z.array(z.object({ orderId: Id, plannedAt: z.iso.datetime() })),
      /** Bottles on board when the truck leaves. */
      load: z.int(),
    }),
  ),
  minutes: z.number(),
  /** In miles. */
  distance: z.number(),
})
export type PlannedRoute = z.infer<typeof PlannedRoute>

export const LeftOutDelivery = z.object({ orderId: Id, reason: z.string() })
export type LeftOutDelivery = z.infer<typeof LeftOutDelivery>

/** Against the routes of the time when the plan was started. */
export const PlanDifference = z.object({
  /** 'Moves 4 stops, saves 11 min and 9 mi' */
  text: z.string(),
  added: z.int(),
  moved: z.int(),
  /** Stops that are taken off their route, because they don't fit. */
  removed: z.int(),
  /** Positive when the plan takes less. */
  savedMinutes: z.number(),
  savedMiles: z.number(),
  /** Orders that are added, or whose truck, trip or position changes. */
  changedOrderIds: z.array(Id),
})
export type PlanDifference = z.infer<typeof PlanDifference>

export const Plan = z.object({
  id: Id,
  date: z.iso.date(),
  scope: PlanScope,
  seconds: z.int(),
  status: PlanStatus,
  /** Between 0 and 1 while computing. */
  progress: z.number(),
  routes: z.array(PlannedRoute),
  leftOut: z.array(LeftOutDelivery),
  difference: PlanDifference.nullable(),
  warnings: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** Why it failed. */
  problem: z.string().nullable(),
  canUndo: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

/** How far the computation of a plan is. */
export const PlanProgress = Plan.pick({ id: true, status: true, progress: true })
export type PlanProgress = z.infer<typeof PlanProgress>

export const startPlan = {
  method: 'POST',
  path: apiPaths.adminPlans,
  ...write,
  summary: 'Compute a plan for a date; nothing changes until it is applied',
  body: z.object({
    date: DeliveryDate('Choose a date'),
    scope: PlanScope,
    seconds: z
      .int('Enter a number of seconds')
      .min(1, 'Enter at least 1 second')
      .max(120, 'Enter at most 120 seconds'),
  }),
  reply: z.object({ planId: Id }),
  status: 201,
  failures: ['invalid', 'closed_date', 'nothing_to_plan', 'no_standing_order', 'too_many_plans'],
} as const satisfies Endpoint

export const getPlan = {
  method: 'GET',
  path: apiPaths.adminPlan,
  ...read,
  summary: 'Read a plan, with its routes as soon as it is ready',
  params: ById,
  reply: Plan,
  failures: ['not_found'],
} as const satisfies Endpoint

/** Sends the progress at first, and again whenever it or the status has changed. */
export const watchPlan = {
  method: 'GET',
  path: apiPaths.adminPlanEvents,
  ...read,
  summary: 'Follow the computation of a plan',
  params: ById,
  reply: PlanProgress,
  stream: true,
  failures: ['not_found', 'too_many'],
} as const satisfies Endpoint

export const applyPlan = {
  method: 'POST',
  path: apiPaths.adminPlanApply,
  ...write,
  summary: 'Put the routes of a plan on the board; a route that was edited since answers stale',
  params: ById,
  reply: z.object({
    /** Deliveries that were moved, changed or cancelled since; they are left as they are. */
    dropped: z.array(z.object({ orderId: Id })),
  }),
  failures: ['not_found', 'plan_ended', 'stale'],
} as const satisfies Endpoint

export const undoPlan = {
  method: 'POST',
  path: apiPaths.adminPlanUndo,
  ...write,
  summary: 'Restore the routes of before a plan, unless one of them was changed since',
  params: ById,
  reply: z.object({ restored: z.int() }),
  failures: ['not_found', 'plan_ended', 'stale'],
} as const satisfies Endpoint

export const cancelPlan = {
  method: 'POST',
  path: apiPaths.adminPlanCancel,
  ...write,
  summary: 'Stop the computation of a plan',
  params: ById,
  status: 204,
  failures: ['not_found', 'plan_ended'],
} as const satisfies Endpoint

export const dropPlan = {
  method: 'DELETE',
  path: apiPaths.adminPlan,
  ...write,
  summary: 'Drop a plan without applying it',
  params: ById,
  status: 204,
  failures: ['not_found', 'plan_ended'],
} as const satisfies Endpoint

export const addToBest = {
  method: 'POST',
  path: apiPaths.adminStopBest,
  ...write,
  summary: 'Put an unplanned delivery where it costs least on the routes of its date',
  body: z.object({ orderId: Id, date: DeliveryDate('Choose a date') }),
  reply: BoardStop,
  status: 201,
  failures: [
    'invalid',
    'closed_date',
    'no_delivery',
    'stop_exists',
    'no_room',
    'unknown_order',
    'order_cancelled',
    'route_closed',
    'unknown_truck',
    'stale',
  ],
} as const satisfies Endpoint
