import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { DriverEvent } from '#contract/driver/events.ts'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { type driverEvents, driverReviews } from '../tables.ts'

type Deps = { clock: Clock; random: Random }
type ReviewedEvent = Pick<
  typeof driverEvents.$inferInsert,
  'id' | 'contentHash' | 'deviceId' | 'driverId' | 'routeId' | 'orderId' | 'effectiveAt'
>

/** Lists an event for staff, once per reason, with its latest detail. */
export async function addReview(
  tx: Tx,
  { clock, random }: Deps,
  kind: ReviewKind,
  row: ReviewedEvent,
  event: DriverEvent | null,
  detail: string | null = null,
): Promise<void> {
  const { id: eventId, effectiveAt: at, contentHash, deviceId, driverId, routeId, orderId } = row
  await tx
    .insert(driverReviews)
    .values({
      id: random.uuid(),
      kind,
      eventId,
      contentHash,
      deviceId,
      driverId,
      routeId,
      orderId: orderId ?? null,
      event,
      detail,
      at,
      createdAt: clock.now(),
    })
    .onConflictDoUpdate({
      target: [driverReviews.eventId, driverReviews.kind, driverReviews.contentHash],
      set: { detail: sql`excluded.detail` },
      setWhere: sql`${driverReviews.detail} is distinct from excluded.detail
        and excluded.detail is not null`,
    })
}

type ResolvedKind =
  | 'second-outcome'
  | 'second-count'
  | 'added-stop'
  | 'payment'
  | 'missing-count'
  | 'missing-load'

/**
 * Resolves the reviews of these kinds whose event is no longer in the list, because a later event
 * resolved it, and opens those whose event is in it again.
 */
export async function resolveReviews(
  tx: Tx,
  { clock }: Deps,
  routeId: string,
  kinds: ResolvedKind[],
  eventIds: readonly string[],
  /** Limits this to reviews of these events. */
  among?: readonly string[],
): Promise<void> {
  const isOfKind = and(eq(driverReviews.routeId, routeId), inArray(driverReviews.kind, kinds))
  await tx
    .update(driverReviews)
    .set({ state: 'resolved', decidedAt: clock.now() })
    .where(
      and(
        isOfKind,
        eq(driverReviews.state, 'open'),
        among && inArray(driverReviews.eventId, [...among]),
        eventIds.length > 0 ? notInArray(driverReviews.eventId, [...eventIds]) : undefined,
      ),
    )
  if (eventIds.length === 0) return
  // An undo of an undo brings them back.
  await tx
    .update(driverReviews)
    .set({ state: 'open', decidedAt: null })
    .where(
      and(
        isOfKind,
        eq(driverReviews.state, 'resolved'),
        inArray(driverReviews.eventId, [...eventIds]),
      ),
    )
}

const texts: Record<ReviewKind, string> = {
  'second-outcome': 'This stop already has another outcome.',
  'second-count': 'This load or return was counted before.',
  'same-id': 'Another event has the same id.',
  'same-number': 'Another event has the same number.',
  'unknown-stop': "This stop isn't on the route.",
  'unknown-route': "This route doesn't exist.",
  'other-route': "This phone didn't load the route.",
  'other-driver': 'Another driver was logged in.',
  'driver-disabled': 'The driver was disabled before.',
  'stop-changed': 'Staff moved or cancelled this stop, or gave it to another order.',
  'added-stop': "This stop wasn't planned. Bottles left there count as lost.",
  'route-closed': 'The route was closed before this arrived.',
  'wrong-clock': "The phone's clock is wrong.",
  payment: "This payment doesn't match what is due.",
  'not-own': 'Only the phone that sent an event can undo it.',
  'not-applied': "We couldn't apply this.",
  'missing-events': 'Some events of the phone are missing.',
  withdrawn: 'Staff had withdrawn this route.',
  'missing-count': 'Nobody counted what came back from this trip.',
  'missing-load': 'Nobody counted what this trip loaded.',
}

export const reasonText = (kind: ReviewKind): string => texts[kind]
