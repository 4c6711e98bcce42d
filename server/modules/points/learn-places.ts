import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { groupBy } from '#server/group-by.ts'
import { type Actor, recordAuditEntries } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { PointRow } from './find-points.ts'
import { lockPoints } from './lock-point.ts'
import { ownVisits, type Visit } from './own-visits.ts'
import { isTrustedFix, learnedPlace, unpinnedPlace } from './rules.ts'
import { deliveryPoints, pointFixes } from './tables.ts'
import { zipPlaces } from './zip-places.ts'

type LearnDeps = { clock: Clock }

/**
 * Rule 53: replaces the positions that a route contributed by those of these visits, so that a visit that
 * was undone no longer counts. The same visits lead to the same places, in whatever order they arrived.
 */
export async function learnPlaces(
  tx: Tx,
  deps: LearnDeps,
  actor: Actor,
  routeId: string,
  visits: readonly Visit[],
): Promise<void> {
  const current = await firstOfEachDoor(tx, visits)
  const known = await tx.select().from(pointFixes).where(eq(pointFixes.routeId, routeId))
  const stored = new Map(known.map((row) => [`${row.customerId} ${row.addressKey}`, row]))
  const changed = [
    ...[...stored]
      .filter(([key]) => !current.has(key))
      .map(([key, { customerId, addressKey: id }]) => ({
        key,
        door: { id, customerId, address: '', zip: '' },
        visit: undefined,
      })),
    ...[...current]
      .filter(([key, { eventId }]) => stored.get(key)?.eventId !== eventId)
      .map(([key, visit]) => ({ key, door: visit.door, visit })),
  ]
  // Locked in one order, so that two routes never deadlock.
  const points = await lockPoints(
    tx,
    deps,
    changed.map(({ door }) => door),
  )
  if (points.length === 0) return
  const visitByKey = new Map(changed.map(({ key, visit }) => [key, visit]))
  await replaceFixes(tx, points, routeId, (point) => visitByKey.get(toKey(point)))
  await placePoints(tx, deps, actor, points)
}

const toKey = ({ customerId, addressKey }: Pick<PointRow, 'customerId' | 'addressKey'>) =>
  `${customerId} ${addressKey}`

/** Of several taps at one door the earliest: deliveries to one door are one visit. */
async function firstOfEachDoor(tx: Tx, visits: readonly Visit[]): Promise<Map<string, Visit>> {
  const placeOfZip = await zipPlaces()
  const trusted = visits.filter(({ fix, door }) => isTrustedFix(fix, placeOfZip(door.zip)))
  const sorted = (await ownVisits(tx, trusted)).sort(
    (a, b) => a.tappedAt.getTime() - b.tappedAt.getTime() || (a.eventId < b.eventId ? -1 : 1),
  )
  const first = new Map<string, Visit>()
  for (const visit of sorted) {
    const key = `${visit.door.customerId} ${visit.door.id}`
    if (!first.has(key)) first.set(key, visit)
  }
  return first
}

const matchesPoints = (points: readonly Pick<PointRow, 'customerId' | 'addressKey'>[]) =>
  or(
    ...points.map(({ customerId, addressKey }) =>
      and(eq(pointFixes.customerId, customerId), eq(pointFixes.addressKey, addressKey)),
    ),
  )

async function replaceFixes(
  tx: Tx,
  points: readonly PointRow[],
  routeId: string,
  findVisit: (point: PointRow) => Visit | undefined,
): Promise<void> {
  await tx.delete(pointFixes).where(and(matchesPoints(points), eq(pointFixes.routeId, routeId)))
  const rows = points.flatMap((point) => {
    const visit = findVisit(point)
    if (!visit) return []
    const { customerId, addressKey } = point
    const { eventId, tappedAt, fix } = visit
    return [{ customerId, addressKey, routeId, eventId, tappedAt, lat: fix.lat, lon: fix.lon }]
  })
  if (rows.length > 0) await tx.insert(pointFixes).values(rows)
}

/** Computes the places of doors from their visits again. */
async function placePoints(
  tx: Tx,
  deps: LearnDeps,
  actor: Actor,
  points: readonly PointRow[],
): Promise<void> {
  const { customerId, addressKey, lat, lon } = pointFixes
  const rows = await tx
    .select({ customerId, addressKey, lat, lon })
    .from(pointFixes)
    .where(matchesPoints(points))
    // Visits without a time are older.
    .orderBy(
      sql`${pointFixes.position} nulls last`,
      asc(pointFixes.tappedAt),
      asc(pointFixes.eventId),
    )
  const visitsByKey = groupBy(rows, toKey)
  const placed = points.map((point) => {
    const visits = visitsByKey.get(toKey(point)) ?? []
    const place = learnedPlace(visits)
    const learned = {
      learnedLat: place?.lat ?? null,
      learnedLon: place?.lon ?? null,
      learnedVisits: visits.length,
    }
    const moved = point.placeSource === 'pin' ? {} : unpinnedPlace({ ...point, ...learned })
    return { point, change: { ...learned, ...moved }, visits: visits.length }
  })
  const updatedAt = deps.clock.now()
  await pipelined(
    ...placed.map(({ point, change }) =>
      tx
        .update(deliveryPoints)
        .set({ ...change, version: point.version + 1, updatedAt })
        .where(
          and(
            eq(deliveryPoints.customerId, point.customerId),
            eq(deliveryPoints.addressKey, point.addressKey),
          ),
        )
        .execute(),
    ),
  )
  const learned = placed.flatMap(({ point, change, visits }) => {
    const { placeSource } = { ...point, ...change }
    if (placeSource === point.placeSource) return []
    return [
      {
        action: 'customer.place_learned',
        subjectId: point.customerId,
        before: { placeSource: point.placeSource },
        after: { placeSource, address: point.address, visits },
      },
    ]
  })
  await recordAuditEntries(tx, deps, actor, learned)
}

/** When positions of drivers are deleted: their places stay, without route, event and time. */
export async function anonymizeVisits(tx: Tx, eventIds: readonly string[]): Promise<void> {
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
