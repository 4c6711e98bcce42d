import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  changeDay as changeDayEndpoint,
  DayChange,
  DayChangeForm,
  DayChangeResult,
  listDayChanges,
  UndoneDayChange,
  undoDayChange as undoDayChangeEndpoint,
} from '#contract/zones/day-changes.ts'
import type {
  ArchivePreview,
  createZone as createZoneEndpoint,
  listOutsideZones,
  listZones,
  OutsideZones,
  SavedZone,
  updateZone as updateZoneEndpoint,
  Zone,
  ZoneForm,
} from '#contract/zones/zones.ts'
import { toList } from '../adapt/read.ts'
import {
  adaptDayChange,
  adaptDayChangeResult,
  adaptUndoneDayChange,
  adaptZone,
} from '../adapt/zones.ts'
import { call, send } from './staff-client.ts'

export const zonesQuery = queryOptions({
  queryKey: [apiPaths.adminZones],
  queryFn: async ({ signal }): Promise<readonly Zone[]> => {
    const request = { method: 'GET', path: apiPaths.adminZones } as const
    return toList(await call<typeof listZones>(request, signal), adaptZone)
  },
})

/** Orders and zones change it all the time. */
export const outsideZonesQuery = queryOptions({
  queryKey: [apiPaths.adminOutsideZones],
  queryFn: ({ signal }): Promise<OutsideZones> =>
    call<typeof listOutsideZones>({ method: 'GET', path: apiPaths.adminOutsideZones }, signal),
  staleTime: 0,
})

export const createZone = (body: ZoneForm) =>
  call<typeof createZoneEndpoint>({ method: 'POST', path: apiPaths.adminZones, body })

export const updateZone = ({ id, version }: Zone, body: ZoneForm) =>
  call<typeof updateZoneEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminZone,
    params: { id },
    body: { ...body, version },
  })

/** Rule 47: the zone as it would be, with the deliveries that move; nothing is saved. */
export const previewNewZone = async (body: ZoneForm) =>
  (await send('POST', `${apiPaths.adminZones}?preview=true`, body)) as SavedZone

export const previewZone = async ({ id }: Zone, body: ZoneForm) => {
  const path = `${fillPath(apiPaths.adminZone, { id })}?preview=true`
  return (await send('PATCH', path, body)) as SavedZone
}

export const archivePreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminZone, id],
    queryFn: async ({ signal }) => {
      const path = `${fillPath(apiPaths.adminZone, { id })}?preview=true`
      return (await send('DELETE', path, undefined, signal)) as ArchivePreview
    },
    // Counts of a minute ago may have changed.
    gcTime: 0,
  })

export const archiveZone = ({ id, version }: Zone) =>
  send('DELETE', `${fillPath(apiPaths.adminZone, { id })}?version=${version}`)

export const dayChangesQuery = queryOptions({
  queryKey: [apiPaths.adminDayChanges],
  queryFn: async ({ signal }): Promise<readonly DayChange[]> => {
    const request = { method: 'GET', path: apiPaths.adminDayChanges } as const
    return toList(await call<typeof listDayChanges>(request, signal), adaptDayChange)
  },
  // How long a change can be undone is counted from the answer.
  staleTime: 0,
})

export const previewDayChange = async (body: DayChangeForm): Promise<DayChangeResult> =>
  adaptDayChangeResult(await send('POST', `${apiPaths.adminDayChanges}?preview=true`, body))

export const applyDayChange = (body: DayChangeForm) =>
  call<typeof changeDayEndpoint>({ method: 'POST', path: apiPaths.adminDayChanges, body })

export const undoDayChange = async (id: string): Promise<UndoneDayChange> => {
  const request = { method: 'POST', path: apiPaths.adminDayChangeUndo, params: { id } } as const
  return adaptUndoneDayChange(await call<typeof undoDayChangeEndpoint>(request))
}
