import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { formatDateTime } from '#contract/dates/calendar.ts'
import { changeUntil, periodOn, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { BoardRoute } from '#contract/routes/board.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { RouteRow } from '../board/lock-board.ts'
import { readRoute } from '../board/read-board.ts'
import { routes } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import { announceWindows, selectOpenStops, withdrawLostWindows } from './announce-windows.ts'
import { assertCanDrive, assertHasTruck, lockOpenRoute } from './assert-ready.ts'

/** Rule 52. Publishing again emails the customers whose time has changed. */
export const publishRoute = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  { driverId, version }: { driverId: string; version?: number | undefined },
): Promise<BoardRoute> =>
  deps.db.transaction(async (tx) => {
    const route = await lockOpenRoute(tx, id, version)
    if (route.status === 'out') throw new Failure('route_out')
    assertPastCutoff(deps, route.date)
    await assertHasTruck(tx, route)
    await assertCanDrive(tx, route, driverId)
    const published = await writeRoute(tx, deps, actor, 'route.published', route, {
      status: 'published',
      driverId,
      publishedAt: deps.clock.now(),
      publishedVersion: nextVersion,
    })
    // Read after the route is locked: a stop that joins or leaves now is a change since.
    const stops = await selectOpenStops(tx, route)
    if (stops.length === 0) throw new Failure('no_stops')
    // A route of the past is published for the records.
    const isPast = route.date < shopDate(deps.shop.calendar, deps.clock.now())
    if (!isPast) {
      await announceWindows(tx, deps, published, stops)
      await withdrawLostWindows(tx, deps, published)
    }
    return readRoute(tx, id)
  })

function assertPastCutoff({ shop, clock }: ScheduleDeps, date: string): void {
  const from = changeUntil(shop.calendar, date)
  if (clock.now() >= from) return
  const time = formatDateTime(periodOn(shop.calendar, date).timeZone, from)
  throw new Failure(
    'before_cutoff',
    `Customers can still change these deliveries. You can publish this route from ${time} on.`,
  )
}

export const withdrawRoute = (deps: ScheduleDeps, actor: Actor, id: string): Promise<BoardRoute> =>
  deps.db.transaction(async (tx) => {
    const route = await lockOpenRoute(tx, id)
    if (route.status === 'out') throw new Failure('route_out')
    if (route.status !== 'published') throw new Failure('not_published')
    const withdrawn = await writeRoute(tx, deps, actor, 'route.withdrawn', route, {
      status: 'draft',
      publishedAt: null,
      publishedVersion: null,
    })
    await withdrawLostWindows(tx, deps, withdrawn)
    return readRoute(tx, id)
  })

const nextVersion = sql<number>`${routes.version} + 1`

/** A lock, a driver or the departure is no change that customers have to be emailed about. */
const samePublished = sql<number>`case when ${routes.publishedVersion} = ${routes.version}
  then ${routes.version} + 1 else ${routes.publishedVersion} end`

/** Counts up the version, because plans and other screens must notice. */
export async function writeRoute(
  tx: Tx,
  deps: Pick<ScheduleDeps, 'clock'>,
  actor: Actor,
  action: string,
  before: RouteRow,
  change: PgUpdateSetSource<typeof routes>,
): Promise<RouteRow> {
  const [after] = await tx
    .update(routes)
    .set({ publishedVersion: samePublished, ...change, version: nextVersion })
    .where(eq(routes.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found')
  await recordAuditEntry(tx, deps, actor, {
    action,
    subjectId: before.id,
    before: auditFields(before),
    after: auditFields(after),
  })
  return after
}

const auditFields = ({ status, driverId, isLocked, version }: RouteRow) => ({
  status,
  driverId,
  isLocked,
  version,
})
