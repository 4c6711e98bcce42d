import { inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import type { driverEvents } from '../tables.ts'

type EventRow = typeof driverEvents.$inferSelect

/** The driver who reported an event; without one, the latest reporter, or the driver of the route. */
export type ReportedBy = (event?: Pick<EventRow, 'driverId'>) => Actor

/** A route may be given to another driver while it is out, so each event has its own. */
export async function readReportedBy(
  tx: Tx,
  route: RouteRow,
  events: readonly EventRow[],
): Promise<ReportedBy> {
  const ids = new Set(events.map(({ driverId }) => driverId))
  if (route.driverId) ids.add(route.driverId)
  const rows =
    ids.size > 0
      ? await tx
          .select({ id: drivers.id, name: drivers.name })
          .from(drivers)
          .where(inArray(drivers.id, [...ids]))
      : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const last = events.reduce<EventRow | undefined>(
    (latest, event) => (latest && latest.receivedAt > event.receivedAt ? latest : event),
    undefined,
  )
  return (event = last) => {
    const id = event?.driverId ?? route.driverId ?? ''
    const name = names.get(id)
    return name === undefined
      ? { id: route.id, email: 'Driver' }
      : { id, email: `${name} (driver)` }
  }
}
