import { sql } from 'drizzle-orm'
import { UntouchedError } from '../backup/backup-error.ts'
import { assertEmpty, loadBackup } from '../backup/load-backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import {
  DROP_MARKER,
  emptyDatabase,
  isRestoreUnfinished,
  markUnfinished,
} from '../backup/unfinished-restore.ts'
import { closeSession } from '../db/close-session.ts'
import { skipInvoiceNumbers } from '../modules/orders/index.ts'
import { pauseShop } from '../modules/recovery/index.ts'
import type { ShopDatabase } from '../open-shop-database.ts'
import type { Clock, Random } from '../runtime.ts'

/** Numbers for invoices whose payment the card provider doesn't know: cash, checks, credit. */
export const SKIPPED_INVOICES = 1_000

type RestoreOptions = {
  path: string
  secret: string | undefined
  database: ShopDatabase
  clock: Clock
  random: Random
  onProgress?: (rows: number, totalRows: number) => void
}

/**
 * Loads a backup into an empty database and leaves the shop paused (AU22). If anything fails, the
 * database is empty again; if the process ends, the marker keeps the shop from opening on it.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { pool } = options.database
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ isFirst: boolean }>(
      'select pg_try_advisory_lock($1) as "isFirst"',
      [RESTORE_LOCK],
    )
    if (!rows[0]?.isFirst) throw new UntouchedError(RUNNING)
    return await restoreAlone(options)
  } finally {
    await closeSession(client)
  }
}

/** A second restore would take the rows of the first for what a cut-off one has left, and drop them. */
const RESTORE_LOCK = 4_207_849_486
const RUNNING = 'Another restore into this database is running. Wait until it is done.'

async function restoreAlone(options: RestoreOptions): Promise<Manifest> {
  const { path, secret, database, clock, random, onProgress } = options
  const { pool, db } = database
  if (await isRestoreUnfinished(pool)) await emptyDatabase(pool)
  await assertEmpty(pool)
  await markUnfinished(pool)
  try {
    const manifest = await loadBackup({ path, secret, pool, onProgress })
    await db.transaction(async (tx) => {
      await pauseShop(tx, { clock, random }, new Date(manifest.createdAt))
      await skipInvoiceNumbers(tx, { clock }, SKIPPED_INVOICES)
      await tx.execute(sql.raw(DROP_MARKER))
    })
    return manifest
  } catch (err) {
    await emptyDatabase(pool)
    throw err
  }
}
