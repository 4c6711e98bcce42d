import { queryOptions } from '@tanstack/react-query'
import type {
  createSchedule as createScheduleEndpoint,
  deleteSchedule as deleteScheduleEndpoint,
  Schedule,
  updateSchedule as updateScheduleEndpoint,
} from '#contract/dispatch.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import type {
  createTruck as createTruckEndpoint,
  deleteTruck as deleteTruckEndpoint,
  Truck,
  TruckForm,
  updateTruck as updateTruckEndpoint,
} from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'
import { fetchListPage, type ListRequest } from './list-page.ts'
import { type Seen, seenVersion } from './staff.ts'

/** A truck as any backend of the spec may answer it. */
export type TruckAnswer = Pick<Truck, 'id' | 'name' | 'licensePlate'> & {
  capacity?: number | string | null
  createdAt?: string | null
  status?: string | null
  version?: number | null
}

/** What a schedule's row says of its order; a backend of the spec says nothing. */
export type ScheduledOrder = {
  id: string
  customerName?: string | null
  customerEmail?: string | null
  deliveryAddress?: string | null
  deliveryDate?: string | null
}

/** A schedule as any backend of the spec may answer it. */
export type ScheduleAnswer = Pick<Schedule, 'id' | 'orderId' | 'scheduledDate'> & {
  truckId?: string | null
  scheduledTime?: string | null
  createdAt?: string | null
  status?: string | null
  notes?: string | null
  version?: number | null
  isOnHold?: boolean | null
  order?: ScheduledOrder | null
  truck?: TruckAnswer | null
}

export const trucksQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminTrucks, request],
    queryFn: ({ signal }) => fetchListPage<TruckAnswer>(apiPaths.adminTrucks, request, signal),
  })

export function createTruck(body: TruckForm) {
  return call<typeof createTruckEndpoint>({ method: 'POST', path: apiPaths.adminTrucks, body })
}

export function updateTruck(id: string, form: TruckForm, seen: Seen) {
  return call<typeof updateTruckEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminTruck,
    params: { id },
    body: { ...form, ...seenVersion(seen) },
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
    queryFn: ({ signal }) =>
      fetchListPage<ScheduleAnswer>(apiPaths.adminSchedules, request, signal),
  })

export function createSchedule(body: SentBodyOf<typeof createScheduleEndpoint>) {
  return call<typeof createScheduleEndpoint>({
    method: 'POST',
    path: apiPaths.adminSchedules,
    body,
  })
}

export type ScheduleChange = SentBodyOf<typeof updateScheduleEndpoint>

export function updateSchedule(id: string, change: ScheduleChange, seen: Seen) {
  return call<typeof updateScheduleEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSchedule,
    params: { id },
    body: { ...change, ...seenVersion(seen) },
  })
}

export function deleteSchedule(id: string) {
  return call<typeof deleteScheduleEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminSchedule,
    params: { id },
  })
}
