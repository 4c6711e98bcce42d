import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  GivenBack,
  readGivenBack,
  sendGivenBackToCard,
} from '#contract/payments/given-back.ts'
import { adaptGivenBack } from '../adapt/account.ts'
import { call } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** Null if nothing was given back, or if the backend or the caller has no such data. */
export async function readReply(reply: Promise<unknown>): Promise<GivenBack | null> {
  try {
    return adaptGivenBack(await reply)
  } catch (error) {
    if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
    throw error
  }
}

export const givenBackQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.customerOrderGivenBack, id],
    queryFn: ({ signal }) => {
      const request = {
        method: 'GET',
        path: apiPaths.customerOrderGivenBack,
        params: { id },
      } as const
      return readReply(call<typeof readGivenBack>(request, signal))
    },
  })

export const sendToCard = (id: string) =>
  call<typeof sendGivenBackToCard>({
    method: 'POST',
    path: apiPaths.customerOrderGivenBack,
    params: { id },
    body: { destination: 'card' },
  })
