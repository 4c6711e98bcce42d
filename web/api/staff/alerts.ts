import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  Alert,
  listAlerts,
  resolveAlert as resolveAlertEndpoint,
} from '#contract/staff/alerts.ts'
import { call } from './staff-client.ts'

export const alertsQuery = queryOptions({
  queryKey: [apiPaths.adminAlerts],
  queryFn: async ({ signal }): Promise<Alert[]> => {
    const request = { method: 'GET', path: apiPaths.adminAlerts } as const
    const alerts: unknown = await call<typeof listAlerts>(request, signal)
    if (!Array.isArray(alerts)) throw new Error('not a list of alerts')
    return alerts
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
