import { queryOptions } from '@tanstack/react-query'
import type { CustomerBottles, getBottles } from '#contract/bottles/bottles.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptBottles } from '../adapt/account.ts'
import { call } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** Null if the backend counts no bottles. */
export const bottlesQuery = queryOptions({
  queryKey: [apiPaths.bottles],
  queryFn: async ({ signal }): Promise<CustomerBottles | null> => {
    try {
      const request = { method: 'GET', path: apiPaths.bottles } as const
      return adaptBottles(await call<typeof getBottles>(request, signal))
    } catch (error) {
      if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
      throw error
    }
  },
})
