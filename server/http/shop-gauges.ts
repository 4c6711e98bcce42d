import type { Pool } from 'pg'
import type { Clock } from '#server/world.ts'

export type ShopGauges = Record<
  'engineAge' | 'queueAge' | 'outboxAge' | 'dueCycles' | 'openAlerts',
  number
>

/** How far behind the work is that happens by itself, in seconds or in rows; zero when nothing waits. */
export async function readShopGauges({
  pool,
  clock,
}: {
  pool: Pool
  clock: Clock
}): Promise<ShopGauges> {
  const now = clock.now()
  const { rows } = await pool.query<ShopGauges & { hasQueue: boolean }>(
    `select
       coalesce(extract(epoch from $1 - (select at from engine_marks where name = 'finished')), 0)::float as "engineAge",
       coalesce(extract(epoch from $1 - (select min(due_at) from mails where status = 'waiting' and due_at <= $1)), 0)::float as "outboxAge",
       (select count(*)::int from cycles where due_at <= $1) as "dueCycles",
       (select count(*)::int from alerts where ended_at is null) as "openAlerts",
       to_regclass('pgboss.job') is not null as "hasQueue"`,
    [now],
  )
  const [read] = rows
  if (!read) throw new Error('reading the gauges gave no row')
  const { hasQueue, ...gauges } = read
  return { ...gauges, queueAge: hasQueue ? await queueAge(pool) : 0 }
}

/** The queue lives by PostgreSQL's own clock. */
async function queueAge(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ age: number }>(
    `select coalesce(extract(epoch from now() - min(start_after)), 0)::float as age
     from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
  )
  return rows[0]?.age ?? 0
}
