import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  agreeToPriceChange as agreeEndpoint,
  answerPriceChange as answerEndpoint,
  readPriceChange,
} from '#contract/subscriptions/price-changes.ts'
import { call } from './client.ts'

export const priceChangeQuery = (token: string) =>
  queryOptions({
    queryKey: [apiPaths.priceChange, token],
    queryFn: ({ signal }) =>
      call<typeof readPriceChange>(
        { method: 'GET', path: apiPaths.priceChange, params: { token } },
        signal,
      ),
    gcTime: 0,
    staleTime: 0,
  })

export function answerPriceChange(token: string, answer: 'agree' | 'cancel') {
  return call<typeof answerEndpoint>({
    method: 'POST',
    path: apiPaths.priceChange,
    params: { token },
    body: { answer },
  })
}

export function agreeToPriceChange(id: string) {
  return call<typeof agreeEndpoint>({
    method: 'POST',
    path: apiPaths.agreeToPriceChange,
    params: { id },
  })
}
