import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  answerCase as answerCaseEndpoint,
  readStaffCase,
  StaffCase,
} from '#contract/staff/cases.ts'
import { toRows } from '../adapt/own-rows.ts'
import { hasStatus } from '../failures.ts'
import { fetchListPage, type ListRequest } from '../list-page.ts'
import { call, send } from './staff-client.ts'

/** Without `createdAt`: lists with it are sorted by it, and the queue has its own sort order. */
export type CaseListRow = Omit<StaffCase, 'createdAt'> & { reportedAt: string }

const toRow = (row: unknown): CaseListRow => {
  const { createdAt: reportedAt, ...rest } = row as StaffCase
  return { ...rest, reportedAt }
}

export const staffCasesQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminCases, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminCases, request, toRow, signal),
  })

export const staffCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminCase, { id })],
    queryFn: ({ signal }) =>
      call<typeof readStaffCase>(
        { method: 'GET', path: apiPaths.adminCase, params: { id } },
        signal,
      ),
  })

/** The cases of one order or customer. Empty if the backend has none, or the role may not see them. */
export const casesOfQuery = (owner: { order: string } | { customer: string }) =>
  queryOptions({
    queryKey: [apiPaths.adminCases, owner],
    queryFn: async ({ signal }): Promise<readonly StaffCase[]> => {
      const params = new URLSearchParams({ ...owner, limit: '50' })
      try {
        return toRows(await send('GET', `${apiPaths.adminCases}?${params}`, undefined, signal))
      } catch (error) {
        if ([403, 404].some((status) => hasStatus(error, status))) return []
        throw error
      }
    },
  })

export type CaseAnswerBody = SentBodyOf<typeof answerCaseEndpoint>

export const answerCase = (id: string, body: CaseAnswerBody) =>
  send('POST', fillPath(apiPaths.adminCaseAnswer, { id }), body)

export const staffPhotoUrl = ({ id, photo }: Pick<StaffCase, 'id' | 'photo'>) =>
  `${fillPath(apiPaths.adminCasePhoto, { id })}?v=${photo}`
