import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { Insights, readInsights } from '#contract/staff/backoffice.ts'
import { call } from '../client.ts'

export const insightsQuery = queryOptions({
  queryKey: [apiPaths.adminInsights],
  queryFn: async ({ signal }) => {
    const request = { method: 'GET', path: apiPaths.adminInsights } as const
    const answer: unknown = await call<typeof readInsights>(request, signal)
    if (!isInsights(answer)) throw new Error('not what the dashboard can draw')
    return answer
  },
  // Figures move by themselves: each visit to the dashboard asks anew, and shows the last ones meanwhile.
  refetchOnMount: 'always',
})

/** A backend of the spec knows no such thing, and may answer anything. */
export function isInsights(answer: unknown): answer is Insights {
  if (typeof answer !== 'object' || answer === null) return false
  const { days, bottles, deliveries, needsAttention } = answer as Partial<Record<string, unknown>>
  return (
    [days, bottles, deliveries].every(Array.isArray) &&
    typeof needsAttention === 'object' &&
    needsAttention !== null
  )
}
