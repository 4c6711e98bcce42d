import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { authenticateInSandbox } from '#contract/payments/payments.ts'
import type {
  addSandboxCard as addSandboxCardEndpoint,
  makeSandboxCardDefault as makeSandboxCardDefaultEndpoint,
  readSandboxPortal,
  removeSandboxCard as removeSandboxCardEndpoint,
} from '#contract/payments/sandbox-portal.ts'
import { call } from './client.ts'
import type { SandboxCard } from './payments.ts'

export const sandboxPortalQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['/api/sandbox/billing', sessionId],
    queryFn: ({ signal }) =>
      call<typeof readSandboxPortal>(
        { method: 'GET', path: apiPaths.sandboxPortal, params: { id: sessionId } },
        signal,
      ),
  })

export function addSandboxCard(sessionId: string, card: SandboxCard) {
  return call<typeof addSandboxCardEndpoint>({
    method: 'POST',
    path: apiPaths.sandboxPortalCards,
    params: { id: sessionId },
    body: { card },
  })
}

/** Completes the 3-D Secure challenge of a card that is being saved. */
export function completeCardChallenge(
  intentId: string,
  clientSecret: string,
  outcome: 'complete' | 'fail',
) {
  return call<typeof authenticateInSandbox>({
    method: 'POST',
    path: apiPaths.sandboxAuthenticate,
    params: { id: intentId },
    body: { clientSecret, outcome },
  })
}

export function makeSandboxCardDefault(sessionId: string, card: string) {
  return call<typeof makeSandboxCardDefaultEndpoint>({
    method: 'PATCH',
    path: apiPaths.sandboxPortalCard,
    params: { id: sessionId, card },
  })
}

export function removeSandboxCard(sessionId: string, card: string) {
  return call<typeof removeSandboxCardEndpoint>({
    method: 'DELETE',
    path: apiPaths.sandboxPortalCard,
    params: { id: sessionId, card },
  })
}
