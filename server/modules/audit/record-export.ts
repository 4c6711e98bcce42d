import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/world.ts'
import { type Actor, writeDown } from './write-down.ts'

type Exported = {
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
  { list, query: { q, cursor, ...filters }, rows }: Exported,
): Promise<void> {
  return db.transaction((tx) =>
    writeDown(tx, { clock }, actor, {
      deed: `${list}.exported`,
      subjectId: actor.id,
      before: {},
      after: { ...filters, ...(q && { searched: true }), rows },
    }),
  )
}
