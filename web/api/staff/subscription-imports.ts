import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  ImportState,
  removeImported as removeEndpoint,
  SubscriptionImportReport,
} from '#contract/staff/subscription-imports.ts'
import { adaptImportedList } from '../adapt/reports.ts'
import { call, send } from './staff-client.ts'

/** Returns what the import would do, without writing anything. */
export async function previewSubscriptions(file: Blob): Promise<SubscriptionImportReport> {
  const path = apiPaths.adminSubscriptionsImportPreview
  return (await send('POST', path, file)) as SubscriptionImportReport
}

export async function importSubscriptions(
  file: Blob,
  choice: { hash: string; lines: 'all' | 'good' },
): Promise<SubscriptionImportReport> {
  const path = `${apiPaths.adminSubscriptionsImport}?${new URLSearchParams(choice)}`
  return (await send('POST', path, file)) as SubscriptionImportReport
}

export const importedQuery = (filter: { q: string; state: ImportState | undefined }) =>
  infiniteQueryOptions({
    queryKey: [apiPaths.adminImportedSubscriptions, filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        ...(filter.q && { q: filter.q }),
        ...(filter.state && { state: filter.state }),
        ...(pageParam && { after: pageParam }),
      })
      const path = `${apiPaths.adminImportedSubscriptions}?${query}`
      return adaptImportedList(await send('GET', path, undefined, signal))
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const sendLinks = (recipients: { to: 'not_sent' | 'unanswered' } | { id: string }) =>
  send('POST', apiPaths.adminImportedLinks, recipients)

export function removeImported(id: string) {
  return call<typeof removeEndpoint>({
    method: 'DELETE',
    path: apiPaths.adminImportedSubscription,
    params: { id },
  })
}
