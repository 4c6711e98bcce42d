import { and, asc, eq, sql } from 'drizzle-orm'
import type { Place } from '#contract/points/points.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { Door, PointRow } from './find-points.ts'
import { lockPoint } from './lock-point.ts'
import { isTrustedFix, learnedPlace, unpinnedPlace } from './rules.ts'
import { deliveryPoints, pointFixes } from './tables.ts'
import { zipPlaces } from './zip-places.ts'

type LearnDeps = { clock: Clock }

/** A tap of a driver that was parked at a door. */
export type Visit = {
  door: Omit<Door, 'city'>
  eventId: string
  tappedAt: Date
  fix: Place & { accuracy: number }
}

/**
 * Rule 53: brings what a route teaches to these visits, and only these: a visit that was undone no
 * longer counts. The same visits lead to the same places, in whatever order they were heard.
 */
export async function learnPlaces(
  tx: Tx,
  deps: LearnDeps,
  actor: Actor,
  routeId: string,
  visits: readonly Visit[],
): Promise<void> {
  const wanted = await firstOfEachDoor(visits)
  const known = await tx.select().from(pointFixes).where(eq(pointFixes.routeId, routeId))
  const taught = new Map(known.map((row) => [`${row.customerId} ${row.addressKey}`, row]))
  const changed = [
    ...[...taught]
      .filter(([key]) => !wanted.has(key))
      .map(([key, { customerId, addressKey: id }]) => ({
        key,
        door: { id, customerId, address: '', zip: '' },
        visit: undefined,
      })),
    ...[...wanted]
      .filter(([key, { eventId }]) => taught.get(key)?.eventId !== eventId)
      .map(([key, visit]) => ({ key, door: visit.door, visit })),
  ]
  // Always in this order, so that two routes never wait for each other in a ring.
  for (const { door, visit } of changed.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const point = await lockPoint(tx, deps, door)
    if (!point) continue
    await replaceFix(tx, point, routeId, visit)
    await placePoint(tx, deps, actor, point)
  }
}

/** Of several taps at one door the earliest: deliveries to one door are one visit. */
async function firstOfEachDoor(visits: readonly Visit[]): Promise<Map<string, Visit>> {
  const placeOfZip = await zipPlaces()
  const first = new Map<string, Visit>()
  const sorted = visits.toSorted(
    (a, b) => a.tappedAt.getTime() - b.tappedAt.getTime() || (a.eventId < b.eventId ? -1 : 1),
  )
  for (const visit of sorted) {
    const { customerId, id, zip } = visit.door
    const key = `${customerId} ${id}`
    if (!first.has(key) && isTrustedFix(visit.fix, placeOfZip(zip))) first.set(key, visit)
  }
  return first
}

const ofPoint = ({ customerId, addressKey }: Pick<PointRow, 'customerId' | 'addressKey'>) =>
  and(eq(pointFixes.customerId, customerId), eq(pointFixes.addressKey, addressKey))

async function replaceFix(
  tx: Tx,
  point: PointRow,
  routeId: string,
  visit: Visit | undefined,
): Promise<void> {
  await tx.delete(pointFixes).where(and(ofPoint(point), eq(pointFixes.routeId, routeId)))
  if (!visit) return
  const { customerId, addressKey } = point
  const { eventId, tappedAt, fix } = visit
  await tx
    .insert(pointFixes)
    .values({ customerId, addressKey, routeId, eventId, tappedAt, lat: fix.lat, lon: fix.lon })
}

/** Computes the place of a door from its visits again. */
async function placePoint(tx: Tx, deps: LearnDeps, actor: Actor, point: PointRow): Promise<void> {
  const visits = await tx
    .select({ lat: pointFixes.lat, lon: pointFixes.lon })
    .from(pointFixes)
    .where(ofPoint(point))
    // Those without a time are older.
    .orderBy(
      sql`${pointFixes.position} nulls last`,
      asc(pointFixes.tappedAt),
      asc(pointFixes.eventId),
    )
  const place = learnedPlace(visits)
  const learned = {
    learnedLat: place?.lat ?? null,
    learnedLon: place?.lon ?? null,
    learnedVisits: visits.length,
  }
  const moved = point.placeSource === 'pin' ? {} : unpinnedPlace({ ...point, ...learned })
  const after = { ...point, ...learned, ...moved }
  await tx
    .update(deliveryPoints)
    .set({ ...learned, ...moved, version: point.version + 1, updatedAt: deps.clock.now() })
    .where(
      and(
        eq(deliveryPoints.customerId, point.customerId),
        eq(deliveryPoints.addressKey, point.addressKey),
      ),
    )
  if (after.placeSource === point.placeSource) return
  await recordAuditEntry(tx, deps, actor, {
    action: 'customer.place_learned',
    subjectId: point.customerId,
    before: { placeSource: point.placeSource },
    after: { placeSource: after.placeSource, address: point.address, visits: visits.length },
  })
}

/** When positions of drivers are deleted: their places stay, without route, event and time. */
export async function forgetVisits(tx: Tx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx.execute(sql`
    update ${pointFixes} as fix
    set route_id = null, event_id = null, tapped_at = null, position = turn.n
    from (
      select id, row_number() over (partition by customer_id, address_key order by tapped_at, event_id)
        + (select coalesce(max(known.position), 0) from ${pointFixes} known
           where known.customer_id = visit.customer_id and known.address_key = visit.address_key) as n
      from ${pointFixes} visit
      where event_id = any(${sql.param([...eventIds])}::uuid[])
    ) turn
    where fix.id = turn.id`)
}
