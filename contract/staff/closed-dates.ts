import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, Text } from '../primitives.ts'
import { Settings } from './settings.ts'

/** AU1: dates that can be closed at once, and in all. */
export const MAX_CLOSED_AT_ONCE = 31
export const MAX_CLOSED_DATES = 200

const MAX_NAME = 60

export const ClosedDateForm = z.object({
  date: DeliveryDate('Choose a date'),
  /** Shown to customers, such as 'Thanksgiving'. */
  name: Text(0, MAX_NAME, `Use at most ${MAX_NAME} characters`)
    .refine((name) => !/[\p{Cc}\u2028\u2029]/u.test(name), 'Use one line')
    .default(''),
})

/** The outcome for an open delivery on a date that is closed. */
export const ClosedDelivery = z.object({
  orderId: Id,
  customerName: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /**
   * `skipped`: an earlier delivery of the same subscription moves to that date. `in_transit`: the
   * delivery is out already and stays.
   */
  outcome: z.enum(['moved', 'skipped', 'in_transit']),
})
export type ClosedDelivery = z.infer<typeof ClosedDelivery>

export const ClosedDatesResult = z.object({
  settings: Settings,
  /** The list has the first deliveries by date; the counts are complete. */
  deliveries: z.array(ClosedDelivery),
  counts: z.object({
    moved: z.int(),
    skipped: z.int(),
    inTransit: z.int(),
    /** Pending truck stops that come off the plan. */
    stops: z.int(),
    /** Subscriptions whose next delivery has no order yet and gets another date. */
    subscriptions: z.int(),
  }),
})
export type ClosedDatesResult = z.infer<typeof ClosedDatesResult>

const PreviewQuery = z.object({ preview: z.enum(['true', 'false']).optional() })

export const closeDates = {
  method: 'POST',
  path: apiPaths.adminClosedDates,
  role: 'admin',
  permission: 'settings.manage',
  summary:
    'Close dates and move their deliveries to the next open date; preview=true saves nothing',
  query: PreviewQuery,
  body: z.object({
    dates: z
      .array(ClosedDateForm)
      .min(1, 'Choose a date')
      .max(MAX_CLOSED_AT_ONCE, `Close at most ${MAX_CLOSED_AT_ONCE} days at once`),
    version: z.int().optional(),
  }),
  reply: ClosedDatesResult,
  failures: ['invalid', 'stale'],
} as const satisfies Endpoint

export const reopenDate = {
  method: 'DELETE',
  path: apiPaths.adminClosedDate,
  role: 'admin',
  permission: 'settings.manage',
  summary:
    'Reopen a closed date; moved deliveries stay on their new date; preview=true saves nothing',
  params: z.object({ date: z.iso.date() }),
  query: PreviewQuery.extend({ version: z.coerce.number().int().optional() }),
  reply: ClosedDatesResult,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint
