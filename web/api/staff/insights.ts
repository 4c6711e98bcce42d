import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { readInsights } from '#contract/staff/insights.ts'
import { adaptInsights, type KnownInsights } from '../adapt/reports.ts'
import { call } from './staff-client.ts'

export const insightsQuery = queryOptions({
  queryKey: [apiPaths.adminInsights],
  queryFn: async ({ signal }): Promise<KnownInsights> => {
    const request = { method: 'GET', path: apiPaths.adminInsights } as const
    return adaptInsights(await call<typeof readInsights>(request, signal))
  },
  // Metrics change constantly, so the dashboard refetches and shows the cached ones until then.
  refetchOnMount: 'always',
})
