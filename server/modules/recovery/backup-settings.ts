import type { BackupForm } from '#contract/staff/recovery.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { BackupStore } from './port.ts'
import { backupSettings } from './tables.ts'

const ROW_ID = 1
/** Subject of the audit entries. */
const SUBJECT_ID = '00000000-0000-4000-8000-000000000002'
const DEFAULT_HOUR = 3
const DEFAULT_KEEP = 14

export async function readBackupSettings(
  db: DbOrTx,
  { isEmbedded }: Pick<BackupStore, 'isEmbedded'>,
): Promise<BackupForm> {
  const [row] = await db.select().from(backupSettings)
  if (!row) return { hour: isEmbedded ? DEFAULT_HOUR : null, folder: '', keep: DEFAULT_KEEP }
  return { hour: row.hour, folder: row.folder ?? '', keep: row.keep }
}

export async function updateBackupSettings(
  { db, clock, store }: { db: Db; clock: Clock; store: BackupStore },
  actor: Actor,
  form: BackupForm,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await readBackupSettings(tx, store)
    const values = { ...form, folder: form.folder || null, updatedAt: clock.now() }
    await tx
      .insert(backupSettings)
      .values({ id: ROW_ID, ...values })
      .onConflictDoUpdate({ target: backupSettings.id, set: values })
    await recordAuditEntry(tx, { clock }, actor, {
      action: 'backups.updated',
      subjectId: SUBJECT_ID,
      before,
      after: form,
    })
  })
}
