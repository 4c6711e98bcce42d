import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { routes, schedules } from './tables.ts'

type Finding = { rule: 'rule 49'; id: string; what: string }

/** Rule 49: orders count as scheduled by their stops, and stops of trucks are on their routes. */
export async function auditStops(db: Db): Promise<Finding[]> {
  const hasStop = sql<boolean>`exists (select 1 from ${schedules}
    where ${schedules.orderId} = ${orders.id} and ${schedules.status} <> 'cancelled')`
  const flagged = await db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.hasSchedule} <> ${hasStop}`)
  const routeless = await db
    .select({ id: schedules.id })
    .from(schedules)
    .leftJoin(
      routes,
      and(eq(routes.truckId, schedules.truckId), eq(routes.date, schedules.scheduledDate)),
    )
    .where(and(isNotNull(schedules.truckId), ne(schedules.status, 'cancelled'), isNull(routes.id)))
  const toFindings = (rows: { id: string }[], what: string) =>
    rows.map(({ id }) => ({ rule: 'rule 49' as const, id, what }))
  return [
    ...toFindings(
      flagged,
      'counts as scheduled without a stop, or has a stop and counts as unscheduled',
    ),
    ...toFindings(routeless, 'the stop is on a truck, but not on a route'),
  ]
}
