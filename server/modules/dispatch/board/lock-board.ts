import { eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { routes, schedules } from '../tables.ts'

/**
 * One change of a date's board at a time, before any row is locked: two dispatchers who move stops
 * between the same routes wait for each other. Writes of positions and of a route's status need it.
 */
export async function lockBoard(tx: Tx, date: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('board'), ${date}::date - '2000-01-01'::date)`,
  )
}

/**
 * The shared lock for events of one driver, whose route is locked: trucks that leave or come back at once
 * do not wait for each other. They and changes of the board do wait for each other.
 */
export async function shareBoard(tx: Tx, date: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtext('board'), ${date}::date - '2000-01-01'::date)`,
  )
}

/**
 * A closing by staff and a driver's events wait for each other: the closing finalizes what was
 * reported before it, and what is reported later finds the route closed. Taken after the board's
 * lock and before any row is locked.
 */
export async function lockClosing(tx: Tx, routeId: string): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(hashtext('route closing'), hashtext(${routeId}))`
  // Executed at once: awaited as it is, it would be sent after what its caller sends with it.
  await tx.execute(lock).execute()
}

/** For a change of stops: locks the boards of this date and of all their dates, in order. */
export async function lockBoards(
  tx: Tx,
  { date, stopIds }: { date?: string | undefined; stopIds: readonly string[] },
): Promise<void> {
  const others =
    stopIds.length === 0
      ? []
      : await tx
          .selectDistinct({ date: schedules.scheduledDate })
          .from(schedules)
          .where(inArray(schedules.id, [...stopIds]))
  const dates = new Set([...(date ? [date] : []), ...others.map((other) => other.date)])
  for (const each of [...dates].sort()) await lockBoard(tx, each)
}

export type RouteRow = typeof routes.$inferSelect

export async function routeById(tx: Tx, id: string): Promise<RouteRow> {
  const [route] = await tx.select().from(routes).where(eq(routes.id, id))
  if (!route) throw new Failure('not_found')
  return route
}
