import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  applyOneTap as applyOneTapEndpoint,
  listSubscriptions,
  OneTap,
  readOneTap,
  Subscription,
  SubscriptionChange,
} from '#contract/subscriptions/subscriptions.ts'
import { toList } from './adapt/read.ts'
import { adaptSubscription } from './adapt/subscription.ts'
import { call, send } from './client.ts'
import { hasStatus } from './failures.ts'

/** Empty for a backend that implements only the specification; orders are still listed. */
export const subscriptionsQuery = queryOptions({
  queryKey: [apiPaths.subscriptions],
  queryFn: async ({ signal }): Promise<readonly Subscription[]> => {
    try {
      const subscriptions = await call<typeof listSubscriptions>(
        { method: 'GET', path: apiPaths.subscriptions },
        signal,
      )
      return toList(subscriptions, adaptSubscription)
    } catch (error) {
      if (hasStatus(error, 404) || error instanceof SyntaxError) return []
      throw error
    }
  },
})

/** Previews a change; fetched again when the change or the subscription differs. */
export const previewQuery = (
  { id, version }: Subscription,
  change: SubscriptionChange | undefined,
) =>
  queryOptions({
    queryKey: [apiPaths.changeSubscription, id, version, change],
    queryFn: async ({ signal }): Promise<Subscription> =>
      adaptSubscription(await send('POST', `${changePath(id)}?preview=true`, change, signal)),
    enabled: change !== undefined,
    // The cut-off may have passed since the last preview, so results are never cached.
    gcTime: 0,
    staleTime: 0,
  })

export async function changeSubscription(
  id: string,
  change: SubscriptionChange,
): Promise<Subscription> {
  return adaptSubscription(await send('POST', changePath(id), change))
}

const changePath = (id: string) => fillPath(apiPaths.changeSubscription, { id })

export const oneTapQuery = (token: string) =>
  queryOptions({
    queryKey: [apiPaths.oneTap, token],
    queryFn: ({ signal }): Promise<OneTap> =>
      call<typeof readOneTap>({ method: 'GET', path: apiPaths.oneTap, params: { token } }, signal),
    gcTime: 0,
    staleTime: 0,
  })

export function applyOneTap(token: string): Promise<OneTap> {
  return call<typeof applyOneTapEndpoint>({
    method: 'POST',
    path: apiPaths.oneTap,
    params: { token },
  })
}
