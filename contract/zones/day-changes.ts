import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, Line } from '../primitives.ts'
import { TimeWindow } from './time-window.ts'
import { MAX_ZONES } from './zones.ts'

/** Rule 48: how long a day change can be undone. Its emails and charges wait that long. */
export const DAY_CHANGE_UNDO_MS = 10 * 60_000

/** AU1: deliveries that one day change can move. */
export const MAX_MOVED = 5_000

/** AU1: customers who get an extra stop with one day change. */
const MAX_EXTRA_STOPS = 500

const MAX_REASON = 60

export const DayChangeForm = z
  .object({
    date: DeliveryDate('Choose a date'),
    /** Left out: the shop's whole date, in and outside every zone. */
    zoneIds: z.array(Id).min(1, 'Choose a zone').max(MAX_ZONES).nullish(),
    kind: z.enum(['closed', 'moved'], 'Choose what happens to the deliveries'),
    /** For `moved`: the date that replaces it. */
    toDate: DeliveryDate('Choose the new date').nullish(),
    /** Shown to customers, such as 'Storm'. */
    reason: Line(0, MAX_REASON, `Use one line of at most ${MAX_REASON} characters`).default(''),
    /** Deliveries that can't wait: each is made on a date of its own before the new one. */
    extraStops: z
      .array(z.object({ orderId: Id, date: DeliveryDate('Choose a date for the extra stop') }))
      .max(MAX_EXTRA_STOPS, `Add up to ${MAX_EXTRA_STOPS} extra stops`)
      .nullish(),
  })
  .refine(({ kind, toDate }) => kind === 'closed' || toDate, {
    path: ['toDate'],
    message: 'Choose the new date',
  })
export type DayChangeForm = z.infer<typeof DayChangeForm>

export const MovedDelivery = z.object({
  orderId: Id,
  customerName: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** `stays`: the card was charged already or is being charged. `none`: nothing is charged then. */
  charge: z.enum(['moves', 'stays', 'none']),
  isEmailed: z.boolean(),
  /** The chosen time window. */
  window: TimeWindow.nullable(),
  /** The new date does not have this window, so the delivery comes at any time of its day. */
  isWindowLost: z.boolean(),
})
export type MovedDelivery = z.infer<typeof MovedDelivery>

/** A customer who is likely to run out of water before the new date. */
export const RunDryCustomer = z.object({
  orderId: Id,
  customerId: Id.nullable(),
  customerName: z.string(),
  phone: z.string(),
  to: z.iso.date(),
  delayDays: z.int(),
  /** The first date on which an extra stop helps; null if no date is sooner. */
  extraStopDate: z.iso.date().nullable(),
})
export type RunDryCustomer = z.infer<typeof RunDryCustomer>

const Counts = z.object({
  deliveries: z.int(),
  /** Charges that move along. */
  charges: z.int(),
  emails: z.int(),
  /** Pending truck stops that come off the plan. */
  stops: z.int(),
  /** Deliveries of subscriptions that have no order yet and get another date. */
  planned: z.int(),
  /** Deliveries that are out or made already. They stay. */
  staying: z.int(),
})
export type DayChangeCounts = z.infer<typeof Counts>

export const DayChangeResult = z.object({
  /** Missing in a preview. */
  id: Id.optional(),
  deliveries: z.array(MovedDelivery),
  runDry: z.array(RunDryCustomer),
  counts: Counts,
})
export type DayChangeResult = z.infer<typeof DayChangeResult>

export const DayChange = z.object({
  id: Id,
  date: z.iso.date(),
  /** Null for the shop's whole date. */
  zones: z.array(z.object({ id: Id, name: z.string() })).nullable(),
  kind: z.enum(['closed', 'moved']),
  toDate: z.iso.date().nullable(),
  reason: z.string(),
  status: z.enum(['applied', 'undone', 'final']),
  appliedAt: z.iso.datetime(),
  appliedBy: z.string(),
  undoUntil: z.iso.datetime(),
  /** How much longer it can be undone; 0 if it can't. */
  undoSeconds: z.int(),
  counts: Counts,
})
export type DayChange = z.infer<typeof DayChange>

export const listDayChanges = {
  method: 'GET',
  path: apiPaths.adminDayChanges,
  role: 'admin',
  permission: 'zones.read',
  summary: 'List the latest day changes, the newest first',
  reply: z.array(DayChange),
  failures: [],
} as const satisfies Endpoint

export const changeDay = {
  method: 'POST',
  path: apiPaths.adminDayChanges,
  role: 'admin',
  permission: 'zones.write',
  summary: 'Close or move a date for zones or the whole shop; preview=true moves nothing',
  query: z.object({ preview: z.enum(['true', 'false']).optional() }),
  body: DayChangeForm,
  reply: DayChangeResult,
  failures: ['invalid', 'closed_date', 'day_changed'],
} as const satisfies Endpoint

export const UndoneDayChange = z.object({
  /** How many deliveries have their old date again. */
  restored: z.int(),
  /** Changed in the meantime, so they keep the date they have. */
  skipped: z.array(z.object({ orderId: Id, customerName: z.string(), date: z.iso.date() })),
})
export type UndoneDayChange = z.infer<typeof UndoneDayChange>

export const undoDayChange = {
  method: 'POST',
  path: apiPaths.adminDayChangeUndo,
  role: 'admin',
  permission: 'zones.write',
  summary: 'Undo a day change within ten minutes; deliveries changed since are named and stay',
  params: z.object({ id: Id }),
  reply: UndoneDayChange,
  failures: ['not_found', 'undo_expired', 'closed_date'],
} as const satisfies Endpoint
