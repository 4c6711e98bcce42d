import { readBackupFile } from './backup-file.ts'
import { assertNotLater } from './load-backup.ts'
import type { Manifest } from './manifest.ts'
import { readRecords } from './records.ts'

/** Reads a backup to its end, so that a cut file or a wrong key is found before anything is loaded. */
export async function inspectBackup(path: string, secret: string | undefined): Promise<Manifest> {
  return readBackupFile(path, secret, async (content) => {
    const { manifest, rows, finish } = await readRecords(content)
    assertNotLater(manifest)
    for (const table of manifest.tables) for await (const _chunk of rows(table));
    await finish()
    return manifest
  })
}
