import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { alerts } from '#server/modules/alerts/tables.ts'
import { emails } from '#server/modules/mail/tables.ts'
import { engineHeartbeats } from '#server/modules/renewals/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { Clock } from '#server/runtime.ts'

export type ShopGauges = Record<
  'engineAge' | 'queueAge' | 'outboxAge' | 'dueCycles' | 'openAlerts',
  number
>

/** How far the background work is behind, in seconds or rows; zero if nothing is waiting. */
export async function readShopGauges({
  db,
  pool,
  clock,
}: {
  db: Db
  pool: Pool
  clock: Clock
}): Promise<ShopGauges> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const { rows } = await db.execute<ShopGauges & { hasQueue: boolean }>(sql`select
    coalesce(extract(epoch from ${now} - (select ${engineHeartbeats.at} from ${engineHeartbeats}
      where ${engineHeartbeats.name} = 'finished')), 0)::float as "engineAge",
    coalesce(extract(epoch from ${now} - (select min(${emails.dueAt}) from ${emails}
      where ${emails.status} = 'pending' and ${emails.dueAt} <= ${now})), 0)::float as "outboxAge",
    (select count(*)::int from ${cycles} where ${cycles.dueAt} <= ${now}) as "dueCycles",
    (select count(*)::int from ${alerts} where ${alerts.endedAt} is null) as "openAlerts",
    to_regclass('pgboss.job') is not null as "hasQueue"`)
  const [read] = rows
  if (!read) throw new Error('reading the gauges gave no row')
  const { hasQueue, ...gauges } = read
  return { ...gauges, queueAge: hasQueue ? await queueAge(pool) : 0 }
}

/**
 * The queue uses PostgreSQL's clock. Finished jobs stay for a week, so the condition is the one of
 * pg-boss's index on waiting jobs.
 */
async function queueAge(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ age: number }>(
    `select coalesce(extract(epoch from now() - min(start_after)), 0)::float as age
     from pgboss.job where state < 'active' and not blocked and start_after <= now()`,
  )
  return rows[0]?.age ?? 0
}
