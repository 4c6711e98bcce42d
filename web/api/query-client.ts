import { QueryClient } from '@tanstack/react-query'
import { send } from './client.ts'

/** The spec's rules: fetched once, never stale, no retries or refetches, cached for 5 minutes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => send('GET', queryKey.join('/')),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        // Fail at once when offline, instead of waiting for the network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
