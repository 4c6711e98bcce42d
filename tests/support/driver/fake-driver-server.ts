import type { SentDriverEvent } from '#contract/driver/events.ts'
import type { ApiResponse, DriverApi } from '#web/driver/sending/driver-api.ts'

export const apiResponse = (status: number, body?: unknown): ApiResponse => ({
  status,
  body,
  etag: null,
  retryAfterMs: 0,
  skewMs: null,
})

type Fault = 'request-lost' | 'response-lost' | ApiResponse

/** Stores events and photos like the real server, and fails as often as the test asks. */
export function fakeDriverServer(options: { rejects?: (event: SentDriverEvent) => boolean } = {}) {
  const events = new Map<string, SentDriverEvent>()
  const photos = new Map<string, ArrayBuffer>()
  const requests: SentDriverEvent[][] = []
  const faults: Fault[] = []

  const withFault = async (handle: () => ApiResponse): Promise<ApiResponse> => {
    const fault = faults.shift()
    if (fault === 'request-lost') throw new TypeError('Failed to fetch')
    if (typeof fault === 'object') return fault
    const response = handle()
    if (fault === 'response-lost') throw new TypeError('Failed to fetch')
    return response
  }

  const api: Pick<DriverApi, 'sendEvents' | 'sendPhoto'> = {
    sendEvents: (_key, body) =>
      withFault(() => {
        const sent = (JSON.parse(body) as { events: SentDriverEvent[] }).events
        requests.push(sent)
        const results = sent.map((event) => {
          const { eventId } = event
          if (options.rejects?.(event)) return { eventId, result: 'rejected', reason: 'Unreadable' }
          const result = events.has(eventId) ? 'duplicate' : 'accepted'
          events.set(eventId, event)
          return { eventId, result }
        })
        return apiResponse(200, { results })
      }),
    sendPhoto: (_key, hash, bytes) =>
      withFault(() => {
        photos.set(hash, bytes)
        return apiResponse(204)
      }),
  }
  return { api, events, photos, requests, faults }
}
