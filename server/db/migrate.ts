import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { shopFiles } from '#server/shop-files.ts'
import { openConnection } from './client.ts'
import {
  COMPATIBILITY_TABLE,
  OLDEST_COMPATIBLE,
  readCompatibility,
  recordCompatibility,
} from './compatibility.ts'
import { readTriggerSources } from './trigger-sources.ts'

/**
 * A process of an earlier version must not run unless the later one allows it: it would write
 * rows without what the later one requires.
 */
export class LaterDatabaseError extends Error {
  constructor() {
    super('the database has a later version of the shop')
  }
}

type Folders = { migrations: string; triggers: string }

/** `until`: the last migration to run, without triggers; a backup of that version is loaded next. */
type MigrateOptions = Partial<Folders> & { until?: number | undefined }

/** Advisory lock of all starting processes: one migrates and the others wait. */
const migrationLock = 4_207_849_485

const journalFile = (folder: string) => join(folder, 'meta', '_journal.json')

/** Migrates tables, functions and triggers to this version in one transaction. */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<void> {
  const { migrations, triggers, until } = { ...shopFiles, ...options }
  if (!existsSync(journalFile(migrations))) return

  // A separate connection, because the connections of the pool have a query timeout.
  const client = await openConnection({ ...pool.options, query_timeout: 0 })
  try {
    // Migrating a large table or waiting for another process may take long.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runPending(client, { migrations, triggers }, until)
  } finally {
    // Closing the connection releases the lock, resets the settings and rolls back on failure.
    await client.end()
  }
}

/** The last migration of this version. */
export const latestMigration = (): number =>
  readMigrationFiles({ migrationsFolder: shopFiles.migrations }).at(-1)?.folderMillis ?? 0

/** Compares the database's version with this version. Read-only. */
export async function compareVersion(
  pool: pg.Pool,
): Promise<'empty' | 'earlier' | 'current' | 'later'> {
  const { rows } = await pool.query<{ isMigrated: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`,
  )
  if (!rows[0]?.isMigrated) return 'empty'
  const last = await lastMigration(pool)
  const latest = latestMigration()
  if (last === latest) return 'current'
  return last < latest ? 'earlier' : 'later'
}

/** Uses the table name of Drizzle's migrator, which earlier versions ran. */
const BOOKKEEPING = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.trigger_sources (
    id int primary key check (id = 1), hash text not null, functions text[] not null);
  ${COMPATIBILITY_TABLE}`

/**
 * Drops the triggers before the migrations, because their functions use old or new column names. A
 * migration that changes a trigger-maintained value must update it itself.
 */
async function runPending(client: pg.Client, folders: Folders, until?: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folders.migrations })
  const sources = readTriggerSources(folders.triggers)
  if (!(await isPrepared(client))) await client.query(BOOKKEEPING)
  const { last, applied, recorded } = await readState(client)
  const pending = migrations.filter(({ folderMillis }) => folderMillis > last)
  const latest = migrations.at(-1)?.folderMillis ?? 0
  const oldest = readMigrationTime(folders.migrations, OLDEST_COMPATIBLE) ?? latest
  if (last > latest) {
    // Tables and triggers stay those of the later version, whose processes replace this one.
    if (recorded?.latest === last && recorded.oldest <= latest) return
    throw new LaterDatabaseError()
  }
  const isRecorded = recorded?.latest === latest && recorded.oldest === oldest
  if (pending.length === 0 && applied?.hash === sources.hash && isRecorded) return

  await client.query('begin')
  if (until !== undefined) {
    for (const migration of pending.filter(({ folderMillis }) => folderMillis <= until))
      await runMigration(client, migration, folders.migrations)
    await client.query('commit')
    return
  }
  // Dropping a function with `cascade` also drops its triggers.
  if (applied?.functions.length) {
    await client.query(`drop function if exists ${applied.functions.join(', ')} cascade`)
  }
  for (const migration of pending) await runMigration(client, migration, folders.migrations)
  for (const statement of sources.statements) await client.query(statement)
  await client.query(
    `insert into drizzle.trigger_sources (id, hash, functions) values (1, $1, $2)
     on conflict (id) do update set hash = excluded.hash, functions = excluded.functions`,
    [sources.hash, sources.functions],
  )
  await recordCompatibility(client, { latest, oldest })
  await client.query('commit')
}

async function runMigration(
  client: pg.Client,
  { sql, hash, folderMillis }: MigrationMeta,
  folder: string,
): Promise<void> {
  try {
    for (const statement of sql) await client.query(statement)
  } catch (err) {
    const name = readMigrationName(folder, folderMillis)
    const reason = err instanceof Error ? err.message : String(err)
    throw new Error(`Migration ${name} failed, and the database was left unchanged: ${reason}`, {
      cause: err,
    })
  }
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [hash, folderMillis],
  )
}

type JournalEntry = { when: number; tag: string }

const readJournal = (folder: string): JournalEntry[] =>
  JSON.parse(readFileSync(journalFile(folder), 'utf8')).entries

/** Returns the name of a migration of this version, such as `0077_tracking`. */
export const readMigrationName = (folder: string, time: number): string | undefined =>
  readJournal(folder).find(({ when }) => when === time)?.tag

const readMigrationTime = (folder: string, name: string): number | undefined =>
  readJournal(folder).find(({ tag }) => tag === name)?.when

async function isPrepared(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('drizzle.compatibility') is not null as found",
  )
  return rows[0]?.found ?? false
}

export async function lastMigration(client: pg.Client | pg.Pool): Promise<number> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.last ?? -1)
}

async function readState(client: pg.Client) {
  const { rows: applied } = await client.query<{ hash: string; functions: string[] }>(
    'select hash, functions from drizzle.trigger_sources',
  )
  const recorded = await readCompatibility(client)
  return { last: await lastMigration(client), applied: applied[0], recorded }
}
