import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Truck } from './fleet.ts'
import { apiPaths } from './paths.ts'
import { DeliveryDate, Id, Text } from './primitives.ts'
import { ListQuery } from './staff/listing.ts'

const ById = z.object({ id: Id })
const ExpectedVersion = z.int().optional()
/** If set, scheduling fails as stale when its order has changed, such as to another date (X8). */
const ExpectedOrderVersion = z.int().optional()

export const ScheduleStatus = z.enum(['pending', 'in-progress', 'completed', 'cancelled'])
export type ScheduleStatus = z.infer<typeof ScheduleStatus>

/** An empty form field means null. */
const emptyAsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish())

export const ScheduleForm = z.object({
  orderId: z.string('Order is required').min(1, 'Order is required').pipe(Id),
  truckId: emptyAsNull(Id),
  scheduledDate: DeliveryDate('Date is required'),
  scheduledTime: emptyAsNull(
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time like 09:30'),
  ),
  status: ScheduleStatus.optional(),
  notes: emptyAsNull(Text(0, 2000)),
})
export type ScheduleForm = z.infer<typeof ScheduleForm>

export const Schedule = z.object({
  id: Id,
  orderId: Id,
  truckId: Id.nullable(),
  scheduledDate: z.string(),
  scheduledTime: z.string().nullable(),
  status: ScheduleStatus,
  notes: z.string().nullable(),
  /** Set on a cancelled stop where the driver was and could not deliver (rule 58). */
  outcome: z.literal('failed').optional(),
  /** The notes of the subscription that the delivery belongs to. */
  deliveryNotes: z.string().nullable().optional(),
  createdAt: z.iso.datetime(),
  version: z.int(),
  /** The delivery is unpaid and must not be dropped off until it is paid or staff release it. */
  isOnHold: z.boolean(),
  /** Used for the row's labels; null if the order was deleted. */
  order: z
    .object({
      id: Id,
      customerName: z.string().nullable(),
      customerEmail: z.string().nullable(),
      deliveryAddress: z.string().nullable(),
    })
    .nullable(),
  truck: Truck.pick({ id: true, name: true, licensePlate: true, status: true }).nullable(),
})
export type Schedule = z.infer<typeof Schedule>

export const listSchedules = {
  method: 'GET',
  path: apiPaths.adminSchedules,
  role: 'admin',
  permission: 'schedules.read',
  summary: 'List schedules, newest first',
  query: ListQuery,
  reply: z.array(Schedule),
  failures: [],
} as const satisfies Endpoint

export const createSchedule = {
  method: 'POST',
  path: apiPaths.adminSchedules,
  role: 'admin',
  permission: 'schedules.write',
  summary: 'Schedule a delivery',
  body: ScheduleForm.extend({ orderVersion: ExpectedOrderVersion }),
  reply: Schedule,
  status: 201,
  failures: ['invalid', 'unknown_order', 'unknown_truck', 'closed_date', 'stale', 'route_closed'],
} as const satisfies Endpoint

export const updateSchedule = {
  method: 'PATCH',
  path: apiPaths.adminSchedule,
  role: 'admin',
  permission: 'schedules.write',
  summary: 'Update a schedule; completing it marks its order as delivered',
  params: ById,
  body: ScheduleForm.partial().extend({ version: ExpectedVersion }),
  reply: Schedule,
  failures: [
    'not_found',
    'invalid',
    'unknown_order',
    'unknown_truck',
    'closed_date',
    'stale',
    'route_closed',
  ],
} as const satisfies Endpoint

export const deleteSchedule = {
  method: 'DELETE',
  path: apiPaths.adminSchedule,
  role: 'admin',
  permission: 'schedules.write',
  summary: 'Delete a schedule',
  params: ById,
  status: 204,
  failures: ['not_found'],
} as const satisfies Endpoint
