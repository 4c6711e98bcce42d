import { borrowEmbeddedPostgres } from './adapters/embedded-postgres/borrow-embedded-postgres.ts'
import { startEmbeddedPostgres } from './adapters/embedded-postgres/embedded-postgres.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import type { Log } from './world.ts'

/** A command uses the embedded database of a shop that runs, and starts its own where none does. */
export type DatabaseOptions = { besideTheShop?: boolean }

const POOL_SIZE = 12

/** The shop's database, embedded or not, brought to this version's tables. */
export async function openShopDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { besideTheShop = false }: DatabaseOptions = {},
) {
  const embedded = config.databaseUrl
    ? undefined
    : ((besideTheShop ? await borrowEmbeddedPostgres(config.dataDir) : undefined) ??
      (await startEmbeddedPostgres({ dataDir: config.dataDir, log })))
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const { pool, db, close } = openDatabase(url, { poolSize: POOL_SIZE, log })
  await migrate(pool)
  return {
    url,
    pool,
    db,
    async close() {
      await close()
      await embedded?.stop()
    },
  }
}
