import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { type Actor, recordAuditEntry } from './record-audit-entry.ts'

type ExportedList = {
  list: string
  query: { q?: string | undefined; cursor?: string | undefined }
  rows: string
}

/**
 * X7: records who exported which list. A search text or a cursor may contain a customer's name, which
 * erasure would miss here, so the entry stores only that a search was used.
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
