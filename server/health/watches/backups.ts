import type { Db } from '#server/db/client.ts'
import { latestBackups } from '#server/modules/recovery/index.ts'
import type { Finding } from '../finding.ts'

const HOUR_MS = 3_600_000
/** Nightly, with two hours for a long backup or the change of clocks. */
export const BACKUP_LIMIT_MS = 26 * HOUR_MS
/** After a start or a pause of the machine, the nightly backup gets time to catch up. */
const CATCH_UP_MS = HOUR_MS

type BackupDeps = { db: Db; now: Date; awakeSince: Date; isEmbedded: boolean }

/** The embedded database is backed up by the shop itself; another one counts once it ever was. */
export async function watchBackups(deps: BackupDeps): Promise<Finding> {
  const { db, now, awakeSince, isEmbedded } = deps
  const kind = 'backup_late'
  const { latest } = await latestBackups(db)
  const since = (at: Date) => now.getTime() - at.getTime()
  if (latest && since(latest.takenAt) <= BACKUP_LIMIT_MS) return { kind, state: 'ended' }
  if (!latest && !isEmbedded) return { kind, state: 'ended' }
  const isLate = latest ? since(awakeSince) > CATCH_UP_MS : since(awakeSince) > BACKUP_LIMIT_MS
  if (!isLate) return { kind, state: 'unclear' }
  const age = latest ? `is ${Math.floor(since(latest.takenAt) / HOUR_MS)} hours old` : 'is missing'
  const message = `The latest backup ${age}. Run npm run backup, and check the folder of backups and its disk.`
  return { kind, state: 'open', message }
}
