import type { ErrorFields } from './api/api-error.ts'

/** Faults of a request (C9). */
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
  /** The request is not executed before. */
  | { until: Promise<void> }
  /** Any API error. It is not stored for its idempotency key, because no work was started. */
  | { status: number; error: ErrorFields }

/** Faults of a webhook. `shuffle` buffers that many events and sends them in reverse order. */
type WebhookFault = 'lose' | 'duplicate' | { delay: number } | { shuffle: number }

type PlannedFault<Kind> = { match: string; kind: Kind; remaining: number }

/**
 * Fault injection for tests; available from code only, never over HTTP. A request is matched by its
 * route, for example `POST payment_intents/:id/confirm`, a webhook by its event type; `*` matches all.
 */
export class Faults {
  private readonly requests: PlannedFault<RequestFault>[] = []
  private readonly webhooks: PlannedFault<WebhookFault>[] = []
  /** An account whose billing portal has no default settings. */
  isPortalUnset = false

  next(match: string, kind: RequestFault, times = 1) {
    this.requests.push({ match, kind, remaining: times })
  }

  nextWebhook(match: string, kind: WebhookFault, times = 1) {
    this.webhooks.push({ match, kind, remaining: times })
  }

  clear() {
    this.requests.length = 0
    this.webhooks.length = 0
    this.isPortalUnset = false
  }

  forRequest = (route: string) => takePlanned(this.requests, route)

  forWebhook = (type: string) => takePlanned(this.webhooks, type)
}

function takePlanned<Kind>(planned: PlannedFault<Kind>[], name: string): Kind | undefined {
  if (planned.length === 0) return undefined
  const fault = planned.find(({ match }) => match === name || match === '*')
  if (!fault) return undefined
  fault.remaining -= 1
  if (fault.remaining < 1) planned.splice(planned.indexOf(fault), 1)
  return fault.kind
}
