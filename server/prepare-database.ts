import { migrate } from './db/migrate.ts'
import { ensureRollupTimeZone } from './db/rollups.ts'
import type { ShopDatabase } from './open-shop-database.ts'
import type { Clock, Log } from './runtime.ts'

type PrepareDeps = { clock: Clock; log: Log; timeZone: string }

/** Migrates the database and rebuilds the rollups if the shop's time zone changed. */
export async function prepareDatabase(
  { pool }: ShopDatabase,
  { clock, log, timeZone }: PrepareDeps,
): Promise<void> {
  await migrate(pool)
  const earlierZone = await ensureRollupTimeZone(pool, clock, timeZone)
  if (earlierZone) {
    log.warn({ earlierZone, timeZone }, 'SHOP_TIME_ZONE differs from the zone used until now')
  }
}
