import { queryOptions } from '@tanstack/react-query'
import type {
  createSchedule as createScheduleEndpoint,
  deleteSchedule as deleteScheduleEndpoint,
  updateSchedule as updateScheduleEndpoint,
} from '#contract/dispatch.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import type {
  createTruck as createTruckEndpoint,
  deleteTruck as deleteTruckEndpoint,
  TruckForm,
  updateTruck as updateTruckEndpoint,
} from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptSchedule, adaptTruck } from '../adapt/fleet.ts'
import { fetchListPage, type ListRequest } from '../list-page.ts'
import { expectedVersion, type VersionedRow } from './staff.ts'
import { call } from './staff-client.ts'

export const trucksQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminTrucks, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminTrucks, request, adaptTruck, signal),
  })

export function createTruck(body: TruckForm) {
  return call<typeof createTruckEndpoint>({ method: 'POST', path: apiPaths.adminTrucks, body })
}

export function updateTruck(id: string, form: TruckForm, current: VersionedRow) {
  return call<typeof updateTruckEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminTruck,
    params: { id },
    body: { ...form, ...expectedVersion(current) },
  })
}

export function deleteTruck(id: string) {
  return call<typeof deleteTruckEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminTruck,
    params: { id },
  })
}

export const schedulesQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminSchedules, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminSchedules, request, adaptSchedule, signal),
  })

/** The order's version makes the server reject a date that the customer has changed since. */
export function createSchedule(
  body: SentBodyOf<typeof createScheduleEndpoint>,
  order: VersionedRow | undefined,
) {
  const orderVersion = order?.version
  return call<typeof createScheduleEndpoint>({
    method: 'POST',
    path: apiPaths.adminSchedules,
    body: { ...body, ...(typeof orderVersion === 'number' && { orderVersion }) },
  })
}

export type ScheduleChange = SentBodyOf<typeof updateScheduleEndpoint>

export function updateSchedule(id: string, change: ScheduleChange, current: VersionedRow) {
  return call<typeof updateScheduleEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSchedule,
    params: { id },
    body: { ...change, ...expectedVersion(current) },
  })
}

export function deleteSchedule(id: string) {
  return call<typeof deleteScheduleEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminSchedule,
    params: { id },
  })
}
