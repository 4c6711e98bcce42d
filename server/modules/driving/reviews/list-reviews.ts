import { and, asc, eq, notExists, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatDate } from '#contract/dates/calendar.ts'
import type { DriverEvent } from '#contract/driver/events.ts'
import { type DriverReview, MAX_REVIEWS, type ReviewKind } from '#contract/driver/reviews.ts'
import { formatCents } from '#contract/money.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import { drivers, trucks } from '#server/modules/fleet/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { driverEvents, driverReviews } from '../tables.ts'
import { reasonText } from './add-review.ts'
import { gaps, reviewRank } from './entry-reviews.ts'
import { findCounting } from './find-counting.ts'
import { mayCount } from './may-count.ts'

/** Open reviews, oldest first, one for each entry. */
export const listReviews = (db: DbOrTx): Promise<DriverReview[]> =>
  viewReviews(db, isFirstOfEntry(db))

export async function viewReviews(db: DbOrTx, filter: SQL): Promise<DriverReview[]> {
  const rows = await db
    .select({
      review: driverReviews,
      event: driverEvents,
      date: routes.date,
      truckName: trucks.name,
      driverName: drivers.name,
      customerName: orders.customerName,
      deliveryDate: orders.deliveryDate,
      deliveryStatus: orders.deliveryStatus,
    })
    .from(driverReviews)
    .leftJoin(driverEvents, eq(driverEvents.id, driverReviews.eventId))
    .leftJoin(routes, eq(routes.id, driverReviews.routeId))
    .leftJoin(trucks, eq(trucks.id, routes.truckId))
    .leftJoin(drivers, eq(drivers.id, driverReviews.driverId))
    .leftJoin(orders, eq(orders.id, driverReviews.orderId))
    .where(and(eq(driverReviews.state, 'open'), filter))
    .orderBy(asc(driverReviews.createdAt), asc(driverReviews.id))
    .limit(MAX_REVIEWS)
  const counting = await findCounting(
    db,
    rows.flatMap(({ event }) => event ?? []),
  )
  return rows.map(({ review, event, deliveryDate, deliveryStatus, ...names }) => {
    const isStored = event?.contentHash === review.contentHash
    const reported = isStored ? event : review.event
    const delivery =
      deliveryDate && deliveryStatus
        ? ` The delivery is ${deliveryStatus}, planned for ${formatDate(deliveryDate)}.`
        : ''
    const isApplied =
      isStored && counting.has(event.id) && isBooked.some((kind) => kind === review.kind)
    return {
      id: review.id,
      kind: review.kind,
      createdAt: review.createdAt.toISOString(),
      at: review.at.toISOString(),
      routeId: review.routeId,
      orderId: review.orderId,
      ...names,
      plan: `${reasonText(review.kind)}${delivery}`,
      fact: [reported ? toSentence(reported) : '', review.detail ?? ''].filter(Boolean).join(' '),
      isApplied,
      canAccept:
        isApplied || (isStored && mayCount(review.kind, event, { hasRoute: names.date !== null })),
    }
  })
}

function isFirstOfEntry(db: DbOrTx) {
  const other = alias(driverReviews, 'other')
  const { eventId, contentHash, kind } = driverReviews
  return notExists(
    db
      .select({ one: sql`1` })
      .from(other)
      .where(
        and(
          eq(other.eventId, eventId),
          eq(other.contentHash, contentHash),
          eq(other.state, 'open'),
          notInArray(other.kind, [...gaps]),
          notInArray(kind, [...gaps]),
          sql`${reviewRank(other)} < ${reviewRank(driverReviews)}`,
        ),
      ),
  )
}

const isBooked = [
  'stop-changed',
  'added-stop',
  'route-closed',
  'wrong-clock',
  'payment',
  'withdrawn',
] as const satisfies readonly ReviewKind[]

const labels: Record<DriverEvent['type'], string> = {
  loaded: 'Loaded',
  departed: 'Departed',
  arrived: 'Arrived',
  delivered: 'Delivered',
  failed: 'Not delivered',
  'skipped-for-now': 'Skipped for now',
  'stop-added': 'Added a stop',
  note: 'Note',
  'payment-received': 'Payment received',
  returned: 'Returned',
  'version-accepted': 'Accepted the new version',
  closed: 'Closed the route',
  superseded: 'Undid an entry',
}

/** The driver's entry, in a line. */
function toSentence({ type, payload }: Pick<DriverEvent, 'type' | 'payload'>): string {
  const { name, reason, method, amount, lines, note } = payload as Record<string, unknown>
  const counts = (Array.isArray(lines) ? lines : []).reduce(
    (sum, line) => ({
      full: sum.full + line.full,
      empties: sum.empties + line.empties,
      damaged: sum.damaged + line.damaged,
    }),
    { full: 0, empties: 0, damaged: 0 },
  )
  const details = [
    ...(typeof name === 'string' && name ? [name] : []),
    ...(Array.isArray(lines)
      ? [`${counts.full} full, ${counts.empties} empties, ${counts.damaged} damaged`]
      : []),
    ...(typeof reason === 'string' ? [reason.replaceAll('-', ' ')] : []),
    ...(typeof amount === 'number' ? [`${formatCents(amount)} by ${method}`] : []),
    ...(typeof note === 'string' && note ? [`"${note}"`] : []),
  ]
  return details.length > 0 ? `${labels[type]}: ${details.join('; ')}.` : `${labels[type]}.`
}
