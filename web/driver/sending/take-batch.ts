import { EVENTS_MAX, EVENTS_MAX_BYTES, type SentDriverEvent } from '#contract/driver/events.ts'

const utf8 = new TextEncoder()
const byteLength = (text: string) => utf8.encode(text).length

/** `{"events":[]}` */
const FRAME_BYTES = byteLength(JSON.stringify({ events: [] }))

/** The next request: as many events as fit, from the front. One event is always taken. */
export function takeBatch(
  events: readonly SentDriverEvent[],
  maxEvents = EVENTS_MAX,
): SentDriverEvent[] {
  const batch: SentDriverEvent[] = []
  let bytes = FRAME_BYTES
  for (const event of events.slice(0, Math.min(maxEvents, EVENTS_MAX))) {
    // The comma between two events.
    bytes += byteLength(JSON.stringify(event)) + (batch.length > 0 ? 1 : 0)
    if (batch.length > 0 && bytes > EVENTS_MAX_BYTES) break
    batch.push(event)
  }
  return batch
}
