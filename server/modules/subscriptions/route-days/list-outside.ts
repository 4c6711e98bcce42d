import { and, asc, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { OutsideZones } from '#contract/zones/zones.ts'
import type { Db } from '#server/db/client.ts'
import { zoneZips } from '#server/modules/zones/tables.ts'
import { subscriptions } from '../tables.ts'

/** AU1: a shop with more has zones to add first. */
const MAX_LISTED = 500

/** Rule 47: subscriptions outside every zone, which keep their calendar dates; the next ones first. */
export async function listOutsideZones(db: Db): Promise<OutsideZones> {
  const { id, customerName, deliveryCity, deliveryZip, nextDate } = subscriptions
  const rows = await db
    .select({
      subscriptionId: id,
      customerName: sql<string>`coalesce(${customerName}, '')`,
      deliveryCity,
      deliveryZip,
      nextDate,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(subscriptions)
    .leftJoin(zoneZips, sql`${zoneZips.zip} = left(${deliveryZip}, 5)`)
    .where(
      and(
        isNull(zoneZips.zip),
        isNotNull(nextDate),
        inArray(subscriptions.status, ['active', 'paused']),
      ),
    )
    .orderBy(asc(nextDate), asc(id))
    .limit(MAX_LISTED)
  return {
    count: rows[0]?.count ?? 0,
    subscriptions: rows.map(({ count: _count, ...row }) => row),
  }
}
