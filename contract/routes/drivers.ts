import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id, Line } from '../primitives.ts'

const ById = z.object({ id: Id })
const DriverName = Line(1, 100, 'Name is required')

/** Days on which a driver is away, both ends included. */
export const DriverAbsence = z.object({ id: Id, from: z.iso.date(), to: z.iso.date() })

export const Driver = z.object({
  id: Id,
  name: z.string(),
  isDisabled: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** Absences that have not ended, the next one first. */
  absences: z.array(DriverAbsence),
})
export type Driver = z.infer<typeof Driver>

export const listDrivers = {
  method: 'GET',
  path: apiPaths.adminDrivers,
  role: 'admin',
  permission: 'trucks.read',
  summary: 'List drivers by name',
  reply: z.array(Driver),
  failures: [],
} as const satisfies Endpoint

export const createDriver = {
  method: 'POST',
  path: apiPaths.adminDrivers,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Add a driver',
  body: z.object({ name: DriverName }),
  reply: Driver,
  status: 201,
  failures: ['invalid'],
} as const satisfies Endpoint

export const updateDriver = {
  method: 'PATCH',
  path: apiPaths.adminDriver,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Rename, disable or enable a driver',
  params: ById,
  body: z.object({
    name: DriverName.optional(),
    isDisabled: z.boolean().optional(),
    version: z.int().optional(),
  }),
  reply: Driver,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const addDriverAbsence = {
  method: 'POST',
  path: apiPaths.adminDriverAbsences,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Say that a driver is away',
  params: ById,
  body: z.object({ from: DeliveryDate('Choose a date'), to: DeliveryDate('Choose a date') }),
  reply: Driver,
  status: 201,
  failures: ['not_found', 'invalid'],
} as const satisfies Endpoint

export const removeDriverAbsence = {
  method: 'DELETE',
  path: apiPaths.adminDriverAbsence,
  role: 'admin',
  permission: 'trucks.write',
  summary: 'Delete an absence of a driver',
  params: z.object({ id: Id, absenceId: Id }),
  reply: Driver,
  failures: ['not_found'],
} as const satisfies Endpoint
