import type { Config } from './config/config.ts'
import { ConfigError } from './config/environment.ts'
import { compareVersion } from './db/migrate.ts'
import { openShopDatabase, type ShopDatabase } from './open-shop-database.ts'
import type { Log } from './runtime.ts'

const problems = {
  empty: 'the database has no shop yet: start the shop once, then run this again',
  earlier: 'the database is of an earlier version: start the shop once, then run this again',
  later: 'the database is of a later version: run this from that version',
}

/** For a command beside a shop that may be running: it uses the database as it is, or not at all. */
export async function openForCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<ShopDatabase> {
  const database = await openShopDatabase(config, log, { alongsideShop: true })
  try {
    const version = await compareVersion(database.pool)
    if (version !== 'current') throw new ConfigError(problems[version])
    return database
  } catch (err) {
    await database.close()
    throw err
  }
}
