import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  addStop as addStopEndpoint,
  moveStop as moveStopEndpoint,
  moveStops as moveStopsEndpoint,
} from '#contract/routes/stops.ts'
import { adaptBoard } from '../adapt/board.ts'
import { call, send } from '../staff/staff-client.ts'

export const boardQuery = (date: string) =>
  queryOptions({
    queryKey: [apiPaths.adminRoutes, date],
    queryFn: async ({ signal }) =>
      adaptBoard(
        await send('GET', `${apiPaths.adminRoutes}?date=${date}`, undefined, signal),
        date,
      ),
    // Changes made while the page was closed were not announced to it.
    staleTime: 0,
  })

export const addStop = (body: SentBodyOf<typeof addStopEndpoint>) =>
  call<typeof addStopEndpoint>({ method: 'POST', path: apiPaths.adminStops, body })

export const moveStop = (id: string, body: SentBodyOf<typeof moveStopEndpoint>) =>
  call<typeof moveStopEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminStop,
    params: { id },
    body,
  })

/** All of them or none. */
export const moveStops = (body: SentBodyOf<typeof moveStopsEndpoint>) =>
  call<typeof moveStopsEndpoint>({ method: 'POST', path: apiPaths.adminStopsMove, body })

export const removeStop = (id: string, version: number) =>
  send('DELETE', `${fillPath(apiPaths.adminStop, { id })}?version=${version}`)
