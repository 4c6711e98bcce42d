import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { apiPaths } from './paths.ts'
import { Id, Text } from './primitives.ts'
import { ListQuery } from './staff/listing.ts'

const ById = z.object({ id: Id })
const ExpectedVersion = z.int().optional()

export const TruckStatus = z.enum(['available', 'in-use', 'maintenance'])
export type TruckStatus = z.infer<typeof TruckStatus>

const MAX_CAPACITY = 100_000
const CAPACITY_MESSAGE = 'Capacity must be at least 1'

export const DEFAULT_CAPACITY = 10

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 08:00')
const MAX_TRIPS = 10
const MAX_LUNCH_MINUTES = 240

/** When a truck can drive (rule 51); what is left out follows the planning settings. */
export const TruckShift = z
  .object({
    from: Time.nullish(),
    to: Time.nullish(),
    maxTrips: z
      .int('Enter a number of trips')
      .min(1, 'Enter at least 1 trip')
      .max(MAX_TRIPS, `Enter at most ${MAX_TRIPS} trips`)
      .nullish(),
    lunch: z
      .object({
        minutes: z
          .int('Enter a number of minutes')
          .min(0, 'Enter a number of minutes')
          .max(MAX_LUNCH_MINUTES, `Enter at most ${MAX_LUNCH_MINUTES} minutes`),
        earliest: Time,
        latest: Time,
      })
      .refine(({ earliest, latest }) => earliest <= latest, {
        path: ['latest'],
        message: 'Choose a latest start after the earliest',
      })
      .nullish(),
  })
  .refine(({ from, to }) => !from || !to || from < to, {
    path: ['to'],
    message: 'End the shift after its start',
  })
export type TruckShift = z.infer<typeof TruckShift>

export const TruckForm = z.object({
  name: Text(1, 100, 'Name is required'),
  licensePlate: Text(1, 30, 'License plate is required'),
  capacity: z
    .int(CAPACITY_MESSAGE)
    .min(1, CAPACITY_MESSAGE)
    .max(MAX_CAPACITY, 'Capacity is too large'),
  status: TruckStatus.optional(),
  shift: TruckShift.nullish(),
})
export type TruckForm = z.infer<typeof TruckForm>

export const Truck = z.object({
  id: Id,
  name: z.string(),
  licensePlate: z.string(),
  capacity: z.int(),
  status: TruckStatus,
  shift: TruckShift.nullish(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type Truck = z.infer<typeof Truck>

export const listTrucks = {
  method: 'GET',
  path: apiPaths.adminTrucks,
  role: 'admin',
  permission: 'trucks.read',
  summary: 'List trucks, newest first',
  query: ListQuery,
  reply: z.array(Truck),
  failures: [],
} as const satisfies Endpoint

export const createTruck = {
  method: 'POST',
  path: apiPaths.adminTrucks,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Add a truck',
  body: TruckForm,
  reply: Truck,
  status: 201,
  failures: ['invalid'],
} as const satisfies Endpoint

export const updateTruck = {
  method: 'PATCH',
  path: apiPaths.adminTruck,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Update a truck',
  params: ById,
  body: TruckForm.partial().extend({ version: ExpectedVersion }),
  reply: Truck,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const deleteTruck = {
  method: 'DELETE',
  path: apiPaths.adminTruck,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Delete a truck; its past schedules are not deleted',
  params: ById,
  status: 204,
  failures: ['not_found'],
} as const satisfies Endpoint
