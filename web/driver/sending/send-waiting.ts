import { putDriverPhoto } from '#contract/driver/endpoints.ts'
import { EVENTS_MAX, EventResults, type SentDriverEvent } from '#contract/driver/events.ts'
import type { DriverDatabase, EventStatus } from '../storage/database.ts'
import { markEvents, markPhoto, readWaiting, type UnsentRows } from '../storage/outbox.ts'
import { type ApiResponse, type DriverApi, isOwnFailure } from './driver-api.ts'
import { takeBatch } from './take-batch.ts'

type SendApi = Pick<DriverApi, 'sendEvents' | 'sendPhoto'>

type SendDeps = {
  db: DriverDatabase
  api: SendApi
  /** Called for every response with the server's time. */
  onSkew?: (skewMs: number) => void
}

/**
 * `done`: nothing is left that can be sent. `retry`: the network or the server failed. Routes whose
 * key the server refuses wait for a new login; others are still sent.
 */
export type SendResult = {
  outcome: 'done' | 'retry'
  retryAfterMs: number
  rejectedRoutes: string[]
}

/** Sends everything that waits, oldest first; stops when the network is gone. */
export async function sendWaiting(deps: SendDeps): Promise<SendResult> {
  const result: SendResult = { outcome: 'done', retryAfterMs: 0, rejectedRoutes: [] }
  for (const group of await readWaiting(deps.db)) {
    const failure = await sendGroup(deps, group)
    if (failure === 'rejected') result.rejectedRoutes.push(group.routeId)
    else if (failure) {
      result.outcome = 'retry'
      if (failure === 'no-response') break
      result.retryAfterMs = Math.max(result.retryAfterMs, failure.retryAfterMs)
    }
  }
  return result
}

type GroupFailure = undefined | 'rejected' | 'no-response' | { retryAfterMs: number }

async function sendGroup(deps: SendDeps, group: UnsentRows): Promise<GroupFailure> {
  if (group.uploadKey === null) return 'rejected'
  const { uploadKey, photos } = group
  // Events first: a photo belongs to an event that the server has.
  const failure = await sendEvents(deps, uploadKey, group.events)
  if (failure) return failure
  let postponed: GroupFailure
  for (const photo of photos) {
    if (!photo.bytes) continue
    const { bytes, hash } = photo
    const response = await attempt(deps, () => deps.api.sendPhoto(uploadKey, hash, bytes))
    if (!response) return 'no-response'
    // This status is the server's alone. With 200, the login page of a public network would have the
    // photo's bytes deleted.
    if (response.status === putDriverPhoto.status) await markPhoto(deps.db, photo, 'sent')
    else if (isRefusedKey(response)) return 'rejected'
    else if (isUnreadable(response)) await markPhoto(deps.db, photo, 'rejected')
    // A photo that the server refuses now must not delay the next one.
    else postponed = response
  }
  return postponed
}

async function sendEvents(
  deps: SendDeps,
  uploadKey: string,
  events: readonly SentDriverEvent[],
): Promise<GroupFailure> {
  let left = events
  let maxEvents = EVENTS_MAX
  while (left.length > 0) {
    const batch = takeBatch(left, maxEvents)
    const body = JSON.stringify({ events: batch })
    const response = await attempt(deps, () => deps.api.sendEvents(uploadKey, body))
    if (!response) return 'no-response'
    if (isRefusedKey(response)) return 'rejected'
    if (isUnreadable(response)) {
      // One bad event must not keep the others from being sent: bisect the batch to find it.
      if (batch.length > 1) {
        maxEvents = Math.floor(batch.length / 2)
        continue
      }
      const reason = "We couldn't read this entry."
      await markEvents(
        deps.db,
        batch.map(({ eventId }) => ({ eventId, status: 'rejected', reason })),
      )
      left = left.slice(1)
      continue
    }
    const settled = isOk(response) ? readResults(response.body, batch) : []
    // A login page of a public network responds with 200 as well, and acknowledges nothing.
    if (settled.length === 0) return response
    await markEvents(deps.db, settled)
    const settledIds = new Set(settled.map(({ eventId }) => eventId))
    left = left.filter(({ eventId }) => !settledIds.has(eventId))
  }
  return undefined
}

type SendOutcome = { eventId: string; status: EventStatus; reason?: string | undefined }

/** Only events that were sent and are named in the response count as acknowledged. */
function readResults(body: unknown, batch: readonly SentDriverEvent[]): SendOutcome[] {
  const parsed = EventResults.safeParse(body)
  if (!parsed.success) return []
  const { results } = parsed.data
  // An event whose id could not be read is known by its place.
  const isComplete = results.length === batch.length
  const sent = new Set(batch.map(({ eventId }) => eventId))
  return results.flatMap(({ eventId, result, reason }, index): SendOutcome[] => {
    const id = eventId ?? (isComplete ? batch[index]?.eventId : undefined)
    if (id === undefined || !sent.has(id)) return []
    return [{ eventId: id, status: result === 'rejected' ? 'rejected' : 'sent', reason }]
  })
}

async function attempt(
  { onSkew }: SendDeps,
  send: () => Promise<ApiResponse>,
): Promise<ApiResponse | undefined> {
  try {
    const response = await send()
    if (response.skewMs !== null) onSkew?.(response.skewMs)
    return response
  } catch {
    return undefined
  }
}

const isOk = ({ status }: ApiResponse) => status >= 200 && status < 300
const isRefusedKey = ({ status, body }: ApiResponse) =>
  (status === 401 || status === 403) && isOwnFailure(body)
const isUnreadable = ({ status, body }: ApiResponse) =>
  [400, 413, 415, 422].includes(status) && isOwnFailure(body)
