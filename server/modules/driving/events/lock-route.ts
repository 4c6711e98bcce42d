import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'

/** What is told about a route, one request at a time. Taken before any row is locked. */
export async function lockRouteEvents(tx: Tx, routeId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('route events'), hashtext(${routeId}))`,
  )
}
