import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  addDriverAbsence as addAbsenceEndpoint,
  createDriver as createDriverEndpoint,
  Driver,
  listDrivers,
  removeDriverAbsence as removeAbsenceEndpoint,
  updateDriver as updateDriverEndpoint,
} from '#contract/routes/drivers.ts'
import { call } from '../staff/staff-client.ts'

export const driversQuery = queryOptions({
  queryKey: [apiPaths.adminDrivers],
  queryFn: ({ signal }) =>
    call<typeof listDrivers>({ method: 'GET', path: apiPaths.adminDrivers }, signal),
})

export const createDriver = (name: string) =>
  call<typeof createDriverEndpoint>({
    method: 'POST',
    path: apiPaths.adminDrivers,
    body: { name },
  })

export const updateDriver = (
  { id, version }: Driver,
  change: { name?: string; isDisabled?: boolean },
) =>
  call<typeof updateDriverEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminDriver,
    params: { id },
    body: { ...change, version },
  })

export const addAbsence = ({ id }: Driver, body: { from: string; to: string }) =>
  call<typeof addAbsenceEndpoint>({
    method: 'POST',
    path: apiPaths.adminDriverAbsences,
    params: { id },
    body,
  })

export const removeAbsence = ({ id }: Driver, absenceId: string) =>
  call<typeof removeAbsenceEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminDriverAbsence,
    params: { id, absenceId },
  })
