import { connectToEmbeddedPostgres } from './adapters/embedded-postgres/connect-to-embedded-postgres.ts'
import { startEmbeddedPostgres } from './adapters/embedded-postgres/embedded-postgres.ts'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/environment.ts'
import { type Database, openDatabase } from './db/client.ts'
import { sharesSessions } from './db/shares-sessions.ts'
import type { Log } from './runtime.ts'

export type ShopDatabase = Database & { url: string }

/** A command connects to the embedded database of a running shop, or starts it. */
type DatabaseOptions = { alongsideShop?: boolean }

const POOL_SIZE = 12

/** Connects to the shop's database, embedded or not. Does not change its contents. */
export async function openShopDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { alongsideShop = false }: DatabaseOptions = {},
): Promise<ShopDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : ((alongsideShop ? await connectToEmbeddedPostgres(config.dataDir) : undefined) ??
      (await startEmbeddedPostgres({ dataDir: config.dataDir, log })))
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const { pool, db, close } = openDatabase(url, { poolSize: POOL_SIZE, log })
  if (config.databaseUrl) await assertOwnSessions({ pool, close })
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

/** Prepared statements, LISTEN and session locks need a connection of their own. */
async function assertOwnSessions({ pool, close }: Pick<Database, 'pool' | 'close'>): Promise<void> {
  try {
    if (!(await sharesSessions(pool))) return
  } catch (error) {
    await close()
    throw error
  }
  await close()
  throw new ConfigError(
    'DATABASE_URL: its connection pooler shares sessions: set it to session mode (PgBouncer: pool_mode = session)',
  )
}
