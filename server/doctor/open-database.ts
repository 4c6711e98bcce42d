import { existsSync } from 'node:fs'
import { clusterPaths } from '#server/adapters/embedded-postgres/cluster-dir.ts'
import type { Config } from '#server/config/config.ts'
import { compareVersion } from '#server/db/migrate.ts'
import { openShopDatabase, type ShopDatabase } from '#server/open-shop-database.ts'
import type { Log } from '#server/runtime.ts'
import { type CheckResult, fail, NotCheckedError, warn } from './check.ts'
import { checkPostgres } from './checks/postgres.ts'
import { describeError } from './run-check.ts'

/** The database of a shop that may be running, stopped, broken or not created yet. */
export type ExaminedDatabase = {
  check(): Promise<CheckResult>
  /** Rejects if there is no connection. */
  connected(): ShopDatabase
  version(): ReturnType<typeof compareVersion>
  /** Rejects unless the tables are those of this version. */
  current(): Promise<ShopDatabase>
  close(): Promise<void>
}

export function examineDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
): ExaminedDatabase {
  let database: ShopDatabase | undefined
  const connected = () => {
    if (!database) throw new NotCheckedError('there is no connection to the database.')
    return database
  }
  return {
    async check() {
      const { cluster } = clusterPaths(config.dataDir)
      // Opening it would create it.
      if (!config.databaseUrl && !existsSync(cluster)) {
        return warn(`There is no database in ${config.dataDir} yet. The first start creates it.`)
      }
      try {
        const opened = await openShopDatabase(config, log, { alongsideShop: true })
        database = opened
        return await checkPostgres(opened.pool, !config.databaseUrl)
      } catch (error) {
        const unused = database
        database = undefined
        await unused?.close().catch(() => {})
        return fail(`We couldn't reach the database: ${describeError(error)}`)
      }
    },
    connected,
    version: () => compareVersion(connected().pool),
    async current() {
      const { pool } = connected()
      if ((await compareVersion(pool)) === 'current') return connected()
      throw new NotCheckedError('the database has another version than this shop.')
    },
    close: async () => database?.close(),
  }
}
