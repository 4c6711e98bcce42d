import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { type Actor, recordAuditEntry } from './record-audit-entry.ts'

type ExportedList = {
  list: string
  query: { q?: string | undefined; cursor?: string | undefined }
  rows: string
}

/**
 * X7: who took which list out. What was searched for may be somebody's name, which erasure would not
 * find here: that it was searched must do. A cursor may hold a name as well.
 */
export function recordExport(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  { list, query: { q, cursor, ...filters }, rows }: ExportedList,
): Promise<void> {
  return db.transaction((tx) =>
    recordAuditEntry(tx, { clock }, actor, {
      action: `${list}.exported`,
      subjectId: actor.id,
      before: {},
      after: { ...filters, ...(q && { searched: true }), rows },
    }),
  )
}
