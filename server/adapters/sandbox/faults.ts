import type { ErrorFields } from './api-error.ts'

/** What can go wrong with a request, as trust row C9 lists it. */
export type RequestFault =
  | 'drop-request'
  | 'drop-response'
  | 'error-500'
  | 'error-429'
  | 'error-409'
  | 'error-400'
  | 'error-401'
  | 'error-403'
  | 'no-balance'
  | { slow: number }
  /** Any refusal, in the provider's words; not kept for its key, as those before the work are not. */
  | { status: number; error: ErrorFields }

/** What can go wrong with a webhook. `shuffle` holds that many events and sends them backwards. */
type WebhookFault = 'lose' | 'duplicate' | { delay: number } | { shuffle: number }

type Planned<Kind> = { match: string; kind: Kind; left: number }

/**
 * Misfortune on demand, for tests: reachable from code alone, never over HTTP.
 * A request is named like its route, for instance `POST payment_intents/:id/confirm`; a webhook by
 * its event type; `*` is any of them.
 */
export class Faults {
  private readonly requests: Planned<RequestFault>[] = []
  private readonly webhooks: Planned<WebhookFault>[] = []
  /** An account in which nobody has saved the billing portal's default settings. */
  isPortalUnset = false

  next(match: string, kind: RequestFault, times = 1) {
    this.requests.push({ match, kind, left: times })
  }

  nextWebhook(match: string, kind: WebhookFault, times = 1) {
    this.webhooks.push({ match, kind, left: times })
  }

  clear() {
    this.requests.length = 0
    this.webhooks.length = 0
    this.isPortalUnset = false
  }

  ofRequest = (route: string) => take(this.requests, route)

  ofWebhook = (type: string) => take(this.webhooks, type)
}

function take<Kind>(planned: Planned<Kind>[], name: string): Kind | undefined {
  if (planned.length === 0) return undefined
  const found = planned.find(({ match }) => match === name || match === '*')
  if (!found) return undefined
  found.left -= 1
  if (found.left < 1) planned.splice(planned.indexOf(found), 1)
  return found.kind
}
