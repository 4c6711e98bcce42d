import type pg from 'pg'
import type { TestShop } from '../open-shop.ts'

type Source = { sql: TestShop['sql']; deps: { pool: pg.Pool } }

/** The shop's own tables as they are now. The provider's ledger is not ours to back up. */
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
      // As a restore does it: neither triggers nor references are looked at.
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
