import { exportAudit } from '#contract/staff/exports.ts'
import { type AuditEntry, type AuditQuery, listAudit } from '#contract/staff/staff.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import { auditPage, auditTotal } from './search-audit.ts'

const columns = (): CsvColumns<AuditEntry> => [
  ['Time', ({ at }) => at],
  ['Actor', ({ actor }) => actor],
  ['Staff email', ({ staffEmail }) => staffEmail],
  ['Action', ({ action }) => action],
  ['Subject', ({ subjectId }) => subjectId],
  ['Before', ({ before }) => JSON.stringify(before)],
  ['After', ({ after }) => JSON.stringify(after)],
]

export function auditRoutes(
  { mountList, mountCsv }: Pick<StaffRouter, 'mountList' | 'mountCsv'>,
  { db }: { db: Db },
): void {
  const source = {
    page: (query: AuditQuery, limit: number) => auditPage(db, query, limit),
    total: (query: AuditQuery) => auditTotal(db, query),
  }
  mountList(listAudit, source)
  mountCsv(exportAudit, { ...source, list: 'activity', columns })
}
