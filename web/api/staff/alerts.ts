import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  Alert,
  listAlerts,
  resolveAlert as resolveAlertEndpoint,
} from '#contract/staff/alerts.ts'
import { requireRows } from '../adapt/own-rows.ts'
import { call } from './staff-client.ts'

export const alertsQuery = queryOptions({
  queryKey: [apiPaths.adminAlerts],
  queryFn: async ({ signal }): Promise<Alert[]> => {
    const request = { method: 'GET', path: apiPaths.adminAlerts } as const
    return requireRows(await call<typeof listAlerts>(request, signal), 'alerts')
  },
  refetchOnMount: 'always',
})

export function resolveAlert(id: string) {
  return call<typeof resolveAlertEndpoint>({
    method: 'POST',
    path: apiPaths.adminAlertResolve,
    params: { id },
  })
}
