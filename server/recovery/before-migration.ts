import { isRestoreUnfinished } from '../backup/unfinished-restore.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/client.ts'
import { compareVersion } from '../db/migrate.ts'
import { orders } from '../modules/orders/tables.ts'
import { recordBackup } from '../modules/recovery/index.ts'
import type { ShopDatabase } from '../open-shop-database.ts'
import type { Clock, Log, Random } from '../runtime.ts'
import { backupStore } from './backup-store.ts'

type Runtime = { clock: Clock; random: Random; log: Log }

const HOW_TO =
  'this version changes a database with orders: to keep a way back, stop the shop, run npm run backup with the previous version, then start this one'

/**
 * Backs up the embedded database before a new version migrates it, if it has orders. For any other
 * database it logs how to make a backup. Returns a function that records the backup: call it after the
 * migration, which may create the table of backups.
 */
export async function backUpBeforeMigration(
  config: Config,
  database: ShopDatabase,
  { clock, random, log }: Runtime,
): Promise<() => Promise<void>> {
  const { pool, db, url } = database
  const isNeeded =
    !(await isRestoreUnfinished(pool)) &&
    (await compareVersion(pool)) === 'earlier' &&
    (await hasOrders(db))
  if (!isNeeded) return async () => {}
  if (config.databaseUrl) {
    log.warn({}, HOW_TO)
    return async () => {}
  }
  const store = backupStore({ config, databaseUrl: url, clock, log })
  const written = await store.write(store.defaultFolder)
  log.info({ path: written.path }, 'backed up before the migration')
  return () => recordBackup(db, { random }, { kind: 'migration', ...written })
}

async function hasOrders(db: Db): Promise<boolean> {
  return (await db.select({ id: orders.id }).from(orders).limit(1)).length > 0
}
