import { QueryClient } from '@tanstack/react-query'
import { send } from './client.ts'

/** The spec's rules: asked once, never stale, never asked again on its own, kept for 5 minutes. */
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
        // Offline is an error to be shown, not something to wait for in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
