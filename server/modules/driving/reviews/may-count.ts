import type { ReviewKind } from '#contract/driver/reviews.ts'
import { needsStop } from '../events/rules.ts'
import type { driverEvents } from '../tables.ts'
import { isGap } from './entry-reviews.ts'

type EventRow = Pick<typeof driverEvents.$inferSelect, 'type' | 'orderId' | 'state'>

/** For these staff choose what counts, although the event was counted when it arrived. */
const decided: readonly ReviewKind[] = ['second-outcome', 'second-count', 'payment', 'not-own']

/** Whether an event that has no effect yet would have one if staff accept it. */
export function mayCount(
  kind: ReviewKind,
  event: EventRow,
  { hasRoute }: { hasRoute: boolean },
): boolean {
  // An event of an unknown route or order has no effect.
  if (isGap(kind) || !hasRoute) return false
  if (needsStop(event) && event.orderId === null) return false
  return event.state === 'held' || decided.includes(kind)
}
