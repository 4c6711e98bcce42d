import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  readNearEmails,
  setNearEmail as setNearEmailEndpoint,
  setNearEmails as setNearEmailsEndpoint,
} from '#contract/tracking/tracking.ts'
import { adaptNearEmails } from '../adapt/account.ts'
import { call } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** For one delivery; anyone with its link may ask. */
export const setNearEmail = (id: string, isWanted: boolean) =>
  call<typeof setNearEmailEndpoint>({
    method: 'PUT',
    path: apiPaths.orderNearEmail,
    params: { id },
    body: { isWanted },
  })

export const nearEmailsQuery = queryOptions({
  queryKey: [apiPaths.nearEmail],
  queryFn: async ({ signal }): Promise<boolean | null> => {
    try {
      const request = { method: 'GET', path: apiPaths.nearEmail } as const
      return adaptNearEmails(await call<typeof readNearEmails>(request, signal))
    } catch (error) {
      if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
      throw error
    }
  },
})

/** For every delivery of the logged-in customer. */
export const setNearEmails = (isWanted: boolean) =>
  call<typeof setNearEmailsEndpoint>({
    method: 'PUT',
    path: apiPaths.nearEmail,
    body: { isWanted },
  })
