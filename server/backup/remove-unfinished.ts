import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than any backup takes. */
const ABANDONED_MS = 86_400_000
const UNFINISHED = /^carboy-(.+)\.backup\.partial$/

/** A backup that was cut off is never finished, and its file contains customers' data. */
export async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, time = ''] = UNFINISHED.exec(name) ?? []
    const startedAt = Date.parse(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
    if (now.getTime() - startedAt > ABANDONED_MS) await rm(join(folder, name), { force: true })
  }
}
