import { eq, sql } from 'drizzle-orm'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { bookMovements } from '../book-movements.ts'
import { bottleMovements, bottleRoutes } from '../tables.ts'
import type { NewMovement } from '../types.ts'
import { hasReturned, type IsBack } from './read-differences.ts'

type BookDeps = { db: Db; clock: Clock; shop: { calendar: ShopCalendar }; isBack: IsBack }

/**
 * Rule 61: books what a route has too few of as lost and what it has too many of as found, so that
 * its truck is empty. What was booked before counts.
 */
export function bookDifference(
  deps: BookDeps,
  actor: Actor,
  routeId: string,
  { requestId: eventId, reason }: { requestId: string; reason: string },
): Promise<{ booked: number }> {
  return deps.db.transaction(async (tx) => {
    const today = shopDate(deps.shop.calendar, deps.clock.now())
    const route = await lockRoute(tx, routeId)
    if (await isBooked(tx, eventId)) return { booked: 0 }
    if (!(await isReturned(tx, routeId, { today, isBack: deps.isBack })))
      throw new Failure('invalid', "This route hasn't come back yet.")
    const left = await leftOnTruck(tx, routeId)
    if (left.length === 0)
      throw new Failure('invalid', 'This route has no difference left to book.')
    const truck = { holder: 'truck', id: route.truckId } as const
    const lost = { holder: 'lost' } as const
    const { truckId, driverId, date } = route
    const movements = left.map(
      ({ kind, state, bottles }, line): NewMovement => ({
        ...{ eventId, line, bottle: { kind }, state, quantity: Math.abs(bottles) },
        ...(bottles > 0 ? { from: truck, to: lost } : { from: lost, to: truck }),
        ...{ cause: 'correction', reason, staffEmail: actor.email, at: deps.clock.now() },
        route: { id: routeId, truckId, driverId, date },
      }),
    )
    const booked = await bookMovements(tx, deps, movements)
    await recordAuditEntry(tx, deps, actor, {
      action: 'bottles.difference_booked',
      subjectId: routeId,
      before: {},
      after: { lost: left.reduce((sum, { bottles }) => sum + bottles, 0), date, reason },
    })
    return { booked }
  })
}

/** Two bookings of one route wait for each other. */
async function lockRoute(tx: Tx, routeId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('bottle difference'), hashtext(${routeId}))`,
  )
  const [route] = await tx.select().from(bottleRoutes).where(eq(bottleRoutes.routeId, routeId))
  if (!route) throw new Failure('not_found')
  return route
}

async function isReturned(
  tx: Tx,
  routeId: string,
  period: { today: string; isBack: IsBack },
): Promise<boolean> {
  const rows = await tx
    .select({ routeId: bottleRoutes.routeId })
    .from(bottleRoutes)
    .where(eq(bottleRoutes.routeId, routeId))
    .groupBy(bottleRoutes.routeId)
    .having(hasReturned(period))
  return rows.length > 0
}

async function isBooked(tx: Tx, eventId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: bottleMovements.id })
    .from(bottleMovements)
    .where(eq(bottleMovements.eventId, eventId))
    .limit(1)
  return row !== undefined
}

/** Bottles that the movements of a route left on its truck; negative if more came back. */
function leftOnTruck(tx: Tx, routeId: string) {
  const { kind, state, quantity, from, to } = bottleMovements
  const bottles = sql<number>`sum(case when ${to} = 'truck' then ${quantity} else 0 end
    - case when ${from} = 'truck' then ${quantity} else 0 end)::int`
  return tx
    .select({ kind, state, bottles })
    .from(bottleMovements)
    .where(eq(bottleMovements.routeId, routeId))
    .groupBy(kind, state)
    .having(sql`${bottles} <> 0`)
    .orderBy(kind, state)
}
