import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  ArchivePreview,
  createZone as createZoneEndpoint,
  listZones,
  updateZone as updateZoneEndpoint,
  Zone,
  ZoneForm,
} from '#contract/zones/zones.ts'
import { call, send } from './staff-client.ts'

/** Fields that another backend may leave out are empty. */
export const zonesQuery = queryOptions({
  queryKey: [apiPaths.adminZones],
  queryFn: async ({ signal }): Promise<readonly Zone[]> => {
    const request = { method: 'GET', path: apiPaths.adminZones } as const
    const zones = await call<typeof listZones>(request, signal)
    return zones.map((zone) => ({
      ...zone,
      zips: zone.zips ?? [],
      routeDays: (zone.routeDays ?? []).map((day) => ({ ...day, everyWeeks: day.everyWeeks ?? 1 })),
    }))
  },
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

export const archivePreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminZone, id],
    queryFn: async ({ signal }) => {
      const path = `${fillPath(apiPaths.adminZone, { id })}?preview=true`
      return (await send('DELETE', path, undefined, signal)) as ArchivePreview
    },
    // What was counted a minute ago may have changed.
    gcTime: 0,
  })

export const archiveZone = ({ id, version }: Zone) =>
  send('DELETE', `${fillPath(apiPaths.adminZone, { id })}?version=${version}`)
