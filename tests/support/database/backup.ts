import type pg from 'pg'
import type { TestShop } from '../open-shop.ts'

type Source = { sql: TestShop['sql']; deps: { pool: pg.Pool } }

/** Copies the shop's tables, without the provider's ledger. Returns a function that restores them. */
export async function takeBackup(shop: Source): Promise<() => Promise<void>> {
  const tables = (
    await shop.sql<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
  ).map(({ name }) => `"${name}"`)
  await shop.sql('create schema backup')
  for (const name of tables) await shop.sql(`create table backup.${name} as table public.${name}`)

  return async function restore() {
    const client = await shop.deps.pool.connect()
    try {
      await client.query('begin')
      // As pg_restore does: triggers and foreign keys are disabled.
      await client.query("set local session_replication_role = 'replica'")
      for (const name of tables) await client.query(`delete from public.${name}`)
      for (const name of tables) {
        await client.query(`insert into public.${name} select * from backup.${name}`)
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}
