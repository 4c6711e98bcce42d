import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import { fetchListPage, type ListPage, type ListRequest } from '../list-page.ts'

/** An audit entry as a list row; list rows have string ids. */
export type AuditRow = Omit<AuditEntry, 'id'> & { id: string }

/** Only our backend has this list, so rows follow the contract. */
const asIs = (row: unknown) => row as AuditEntry

export const auditQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminAudit, request],
    queryFn: async ({ signal }): Promise<ListPage<AuditRow>> => {
      const page = await fetchListPage(apiPaths.adminAudit, request, asIs, signal)
      return { ...page, rows: page.rows.map((row) => ({ ...row, id: String(row.id) })) }
    },
  })
