import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const shopMigrations = join(import.meta.dirname, 'migrations')

/** Every process that starts takes the same lock, so that one migrates and the others wait. */
const migrationLock = 4_207_849_485

export async function migrate(pool: pg.Pool, migrationsFolder = shopMigrations) {
  if (!existsSync(join(migrationsFolder, 'meta', '_journal.json'))) return

  // A connection of its own, because the pool's give up on an answer that takes long.
  const client = new pg.Client({ ...pool.options, query_timeout: 0 })
  await client.connect()
  try {
    // A migration of a large table, or the wait for another process's, may take its time.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(drizzle({ client }), { migrationsFolder })
  } finally {
    // Closing the connection gives back the lock and forgets the settings.
    await client.end()
  }
}
