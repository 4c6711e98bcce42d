import { DriverEvent, EVENTS_MAX, type EventResult } from '#contract/driver/events.ts'
import { Failure } from '#contract/errors.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import type { LimitRule } from '#server/http/limits.ts'
import type { DrivingDeps } from '../deps.ts'
import { recordEvent, recordUnapplied } from './record-event.ts'

/** A phone sends after each tap, and all at once when the network is back. */
const REQUESTS: LimitRule = { name: 'driver_events', max: 1200, seconds: 600 }

/**
 * Rule 56: each event is stored in a transaction of its own before it is answered, so that one that
 * fails never holds back the others.
 */
export async function receiveEvents(
  deps: DrivingDeps,
  device: DeviceCaller,
  events: readonly unknown[],
): Promise<{ results: EventResult[] }> {
  if (events.length > EVENTS_MAX)
    throw new Failure('too_large', `Send at most ${EVENTS_MAX} events at once.`)
  await deps.limits.consume(REQUESTS, device.deviceId)
  const results: EventResult[] = []
  for (const sent of events) results.push(await receiveEvent(deps, device, sent))
  return { results }
}

async function receiveEvent(
  deps: DrivingDeps,
  device: DeviceCaller,
  sent: unknown,
): Promise<EventResult> {
  const parsed = DriverEvent.safeParse(sent)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const reason = `Unreadable: ${issue?.path.join('.') || 'event'}`
    return { eventId: readId(sent), result: 'rejected', reason }
  }
  const event = parsed.data
  const { eventId } = event
  // Nobody can tell what happened on another phone.
  if (event.deviceId !== device.deviceId)
    return { eventId, result: 'rejected', reason: 'Sent by another device' }
  try {
    return { eventId, ...(await recordEvent(deps, device, event)) }
  } catch (error) {
    deps.log.error({ err: error, eventId }, 'an event of a driver could not be applied')
    return { eventId, ...(await recordUnapplied(deps, device, event)) }
  }
}

function readId(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('eventId' in sent)) return null
  return typeof sent.eventId === 'string' ? sent.eventId.slice(0, 100) : null
}
