import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectionDefaults, openConnection } from '#server/db/client.ts'
import { lastMigration } from '#server/db/migrate.ts'
import type { Clock } from '#server/runtime.ts'
import { shopFiles } from '#server/shop-files.ts'
import { writeBackupFile } from './backup-file.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { countRows } from './manifest.ts'
import { readSequences, readTables, schemasFor } from './read-snapshot.ts'
import { writeRecords } from './records.ts'

export type BackupOptions = {
  url: string
  folder: string
  /** Encrypts the file. */
  secret: string | undefined
  payments: Manifest['payments']
  clock: Clock
  onProgress?: (rows: number, totalRows: number) => void
}

export type Backup = { path: string; manifest: Manifest; bytes: number }

/** Writes a snapshot of all tables into one file, while the shop runs. */
export async function writeBackup(options: BackupOptions): Promise<Backup> {
  const { folder, secret, clock, onProgress } = options
  const createdAt = clock.now().toISOString()
  const path = join(folder, `carboy-${createdAt.replaceAll(':', '-')}.backup`)
  const client = await openConnection({
    connectionString: options.url,
    application_name: 'carboy backup',
    // A dead connection is noticed by TCP; how long a table takes is not limited.
    ...connectionDefaults,
    query_timeout: 0,
  })
  try {
    // Reading a large table may take long; the session ends with this connection.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const manifest = await readManifest(client, options.payments, createdAt)
    const totalRows = countRows(manifest)
    let rows = 0
    const readRows = async function* (table: TableEntry): AsyncGenerator<Buffer> {
      const text = `copy ${table.name} (${table.columns.join(', ')}) to stdout`
      for await (const chunk of client.query(copyTo(text))) {
        rows += countLines(chunk)
        onProgress?.(rows, totalRows)
        yield chunk
      }
    }
    await writeBackupFile(path, writeRecords(manifest, readRows), secret)
    return { path, manifest, bytes: (await stat(path)).size }
  } finally {
    await client.end()
  }
}

async function readManifest(
  client: pg.Client,
  payments: Manifest['payments'],
  createdAt: string,
): Promise<Manifest> {
  const schemas = schemasFor(payments)
  const { version } = JSON.parse(readFileSync(shopFiles.package, 'utf8'))
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    shopVersion: version,
    createdAt,
    postgresVersion: rows[0]?.server_version ?? '',
    lastMigration: await lastMigration(client),
    payments,
    tables: await readTables(client, schemas),
    sequences: await readSequences(client, schemas),
  }
}

/** The text form of COPY ends each row with a line break, and escapes those within values. */
function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines += 1
  return lines
}
