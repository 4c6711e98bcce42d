import { type AuditQuery, listAudit } from '#contract/staff/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { MountList } from '#server/http/mount/mount-list.ts'
import { auditPage, auditTotal } from './search-audit.ts'

export function auditRoutes({ mountList }: { mountList: MountList }, { db }: { db: Db }): void {
  mountList(listAudit, {
    page: (query: AuditQuery, limit) => auditPage(db, query, limit),
    total: (query: AuditQuery) => auditTotal(db, query),
  })
}
