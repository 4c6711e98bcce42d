import { isRestoreUnfinished } from './backup/unfinished-restore.ts'
import { ConfigError } from './config/environment.ts'
import { LaterDatabaseError, migrate } from './db/migrate.ts'
import { ensureRollupTimeZone } from './db/rollups.ts'
import { ensureSettings, type InitialSettings } from './modules/settings/index.ts'
import type { ShopDatabase } from './open-shop-database.ts'
import type { Clock, Log } from './runtime.ts'

export const LATER_VERSION =
  'the database has a later version: start that version of the shop, or restore a backup from before the upgrade'

const UNFINISHED_RESTORE =
  'a restore into this database was not finished: run npm run restore again'

type PrepareDeps = { clock: Clock; log: Log }

/** Migrates the database, stores the first settings and brings the rollups to the shop's zone. */
export async function prepareDatabase(
  { pool, db }: ShopDatabase,
  { clock, log }: PrepareDeps,
  initial: InitialSettings,
): Promise<void> {
  if (await isRestoreUnfinished(pool)) throw new ConfigError(UNFINISHED_RESTORE)
  await migrate(pool).catch((err: unknown) => {
    throw err instanceof LaterDatabaseError ? new ConfigError(LATER_VERSION) : err
  })
  const timeZone = await ensureSettings({ db, clock, log }, initial)
  await ensureRollupTimeZone(pool, clock, timeZone)
}
