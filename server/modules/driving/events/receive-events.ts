import { DriverEvent, EVENTS_MAX, type EventResult } from '#contract/driver/events.ts'
import { Failure } from '#contract/errors.ts'
import { isTransientError } from '#server/db/transient-error.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import type { LimitRule } from '#server/http/limits.ts'
import type { DrivingDeps } from '../deps.ts'
import { recordEvents, recordUnapplied } from './record-events.ts'

/** A phone sends after each tap, and all at once when the network is back. */
const REQUESTS: LimitRule = { name: 'driver_events', max: 1200, seconds: 600 }

/**
 * Rule 56: events are stored before the response is sent. The events of a request share a
 * transaction; if it fails, each one gets its own, so that one that fails never blocks the others.
 */
export async function receiveEvents(
  deps: DrivingDeps,
  device: DeviceCaller,
  events: readonly unknown[],
): Promise<{ results: EventResult[] }> {
  if (events.length > EVENTS_MAX)
    throw new Failure('too_large', `Send at most ${EVENTS_MAX} events at once.`)
  await deps.limits.consume(REQUESTS, device.deviceId)
  const read = events.map((sent) => readEvent(device, sent))
  const readable = read.flatMap(({ event }) => event ?? [])
  const answers: Answer[] = []
  for (const part of splitAfterClosing(readable))
    answers.push(...(await recordTogether(deps, device, part)))
  return {
    results: read.map(({ eventId, rejected }) => ({
      eventId,
      ...(rejected ?? (answers.shift() as Answer)),
    })),
  }
}

type Answer = Omit<EventResult, 'eventId'>
/** Its id is the one that was sent, which identifies the event on the phone. */
type ReadEvent = { eventId: string | null } & (
  | { event: DriverEvent; rejected?: undefined }
  | { event?: undefined; rejected: Answer }
)

function readEvent(device: DeviceCaller, sent: unknown): ReadEvent {
  const eventId = readId(sent)
  const parsed = DriverEvent.safeParse(sent)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const reason = `We couldn't read this entry (${issue?.path.join('.') || 'event'}).`
    return { eventId, rejected: { result: 'rejected', reason } }
  }
  const event = parsed.data
  // An upload key or login is good for events of its own phone only.
  if (event.deviceId !== device.deviceId)
    return {
      eventId,
      rejected: { result: 'rejected', reason: 'This entry belongs to another phone.' },
    }
  return { eventId, event }
}

/** Splits after each closing. The events behind it are applied to a closed route, and so are listed. */
function splitAfterClosing(events: readonly DriverEvent[]): DriverEvent[][] {
  const parts: DriverEvent[][] = []
  let part: DriverEvent[] = []
  for (const event of events) {
    part.push(event)
    if (event.type !== 'closed') continue
    parts.push(part)
    part = []
  }
  return part.length > 0 ? [...parts, part] : parts
}

async function recordTogether(
  deps: DrivingDeps,
  device: DeviceCaller,
  events: readonly DriverEvent[],
): Promise<Answer[]> {
  try {
    return await recordEvents(deps, device, events)
  } catch (error) {
    // Nothing is wrong with the events: stored for review, they would have no effect.
    if (isTransientError(error)) throw Object.assign(new Failure('busy'), { cause: error })
    if (error instanceof Failure && error.code === 'busy') throw error
    const [event, ...others] = events
    if (event && others.length === 0) {
      const { eventId } = event
      deps.log.error({ err: error, eventId }, 'an event of a driver could not be applied')
      const [answer] = await recordUnapplied(deps, device, event)
      return [{ result: 'review', ...answer }]
    }
    const answers: Answer[] = []
    for (const each of events) answers.push(...(await recordTogether(deps, device, [each])))
    return answers
  }
}

function readId(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('eventId' in sent)) return null
  return typeof sent.eventId === 'string' ? sent.eventId.slice(0, 100) : null
}
