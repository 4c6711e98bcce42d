import { listAudit } from '#contract/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount.ts'
import { historyOf } from './history.ts'

export function auditRoutes(mount: Mount, { db }: { db: Db }): void {
  mount(listAudit, ({ query }) => historyOf(db, query.subjectId, query.limit))
}
