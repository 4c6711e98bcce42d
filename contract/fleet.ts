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

export const TruckForm = z.object({
  name: Text(1, 100, 'Name is required'),
  licensePlate: Text(1, 30, 'License plate is required'),
  capacity: z
    .int(CAPACITY_MESSAGE)
    .min(1, CAPACITY_MESSAGE)
    .max(MAX_CAPACITY, 'Capacity is too large'),
  status: TruckStatus.optional(),
})
export type TruckForm = z.infer<typeof TruckForm>

export const Truck = z.object({
  id: Id,
  name: z.string(),
  licensePlate: z.string(),
  capacity: z.int(),
  status: TruckStatus,
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
