import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { Insights, readInsights } from '#contract/staff/insights.ts'
import { call } from './staff-client.ts'

export const insightsQuery = queryOptions({
  queryKey: [apiPaths.adminInsights],
  queryFn: async ({ signal }) => {
    const request = { method: 'GET', path: apiPaths.adminInsights } as const
    const insights: unknown = await call<typeof readInsights>(request, signal)
    if (!isInsights(insights)) throw new Error('invalid insights reply')
    return insights
  },
  // Metrics change constantly, so the dashboard refetches and shows the cached ones until then.
  refetchOnMount: 'always',
})

/** Checks the shape: a backend that implements only the specification may reply anything. */
export function isInsights(value: unknown): value is Insights {
  if (typeof value !== 'object' || value === null) return false
  const { days, bottles, deliveries, needsAttention } = value as Partial<Record<string, unknown>>
  return (
    [days, bottles, deliveries].every(Array.isArray) &&
    typeof needsAttention === 'object' &&
    needsAttention !== null
  )
}
