import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  Agreement,
  readAgreement,
  startAgreementCard,
} from '#contract/subscriptions/agreements.ts'
import { call, send } from '#web/api/client.ts'

export const agreementQuery = (token: string) =>
  queryOptions({
    queryKey: [apiPaths.agreement, token],
    queryFn: ({ signal }) =>
      call<typeof readAgreement>(
        { method: 'GET', path: apiPaths.agreement, params: { token } },
        signal,
      ),
    gcTime: 0,
    staleTime: 0,
    // A form that is being filled in must not change on its own.
    refetchOnWindowFocus: false,
  })

/** Returns the client secret with which the browser saves a card. */
export async function startCard(token: string): Promise<string> {
  const { clientSecret } = await call<typeof startAgreementCard>({
    method: 'POST',
    path: apiPaths.agreementCard,
    params: { token },
  })
  return clientSecret
}

type Terms = Pick<Agreement, 'total' | 'deliveryDate'>

/** Agrees to exactly what the page shows. */
export function agree(token: string, { total, deliveryDate: firstDelivery }: Terms) {
  const path = fillPath(apiPaths.agreement, { token })
  return send('POST', path, { answer: 'agree', total, firstDelivery })
}

export const decline = (token: string) =>
  send('POST', fillPath(apiPaths.agreement, { token }), { answer: 'decline' })
