import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import { fetchListPage, type ListPage, type ListRequest } from '../list-page.ts'

/** A action as a row of a list, whose ids are texts. */
export type AuditRow = Omit<AuditEntry, 'id'> & { id: string }

/** Only our own backend has this list. */
const asIs = (row: unknown) => row as AuditEntry

export const auditQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminAudit, request],
    queryFn: async ({ signal }): Promise<ListPage<AuditRow>> => {
      const page = await fetchListPage(apiPaths.adminAudit, request, asIs, signal)
      return { ...page, rows: page.rows.map((row) => ({ ...row, id: String(row.id) })) }
    },
  })
