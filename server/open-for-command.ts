import type { Config } from './config/config.ts'
import { ConfigError } from './config/environment.ts'
import { compareVersion } from './db/migrate.ts'
import { openShopDatabase, type ShopDatabase } from './open-shop-database.ts'
import type { Log } from './runtime.ts'

const problems = {
  empty: 'the database is empty: start the shop once, then run this command again',
  earlier: 'the database has an earlier version: start the shop once, then run this command again',
  later: 'the database has a later version: run this command from that version',
}

type OpenOptions = {
  /** The command prepares an empty database itself. */
  preparesEmpty?: boolean
}

/** Opens the database for a command while the shop may be running. Never migrates it. */
export async function openForCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { preparesEmpty = false }: OpenOptions = {},
): Promise<ShopDatabase> {
  const database = await openShopDatabase(config, log, { alongsideShop: true })
  try {
    const version = await compareVersion(database.pool)
    const isReady = version === 'current' || (preparesEmpty && version === 'empty')
    if (!isReady) throw new ConfigError(problems[version])
    return database
  } catch (err) {
    await database.close()
    throw err
  }
}
