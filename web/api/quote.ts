import { queryOptions } from '@tanstack/react-query'
import type { Quote, quoteOrder } from '#contract/checkout.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './client.ts'

export type QuoteRequest = SentBodyOf<typeof quoteOrder>

/** The server's price of an order with its tax. */
export const quoteQuery = (body: QuoteRequest) =>
  queryOptions({
    queryKey: [apiPaths.quote, body],
    queryFn: ({ signal }): Promise<Quote> =>
      call<typeof quoteOrder>({ method: 'POST', path: apiPaths.quote, body }, signal),
    staleTime: 60_000,
  })
