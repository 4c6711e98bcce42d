import { queryOptions } from '@tanstack/react-query'
import type {
  Case,
  listCases,
  reportProblem as reportProblemEndpoint,
  setCasePhoto,
} from '#contract/cases/cases.ts'
import type { ReplyOf, SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { toRows } from '../adapt/own-rows.ts'
import { call, send } from '../client.ts'
import { hasStatus } from '../failures.ts'

/** Empty if the backend has no cases. */
export const casesQuery = queryOptions({
  queryKey: [apiPaths.customerCases],
  queryFn: async ({ signal }): Promise<readonly Case[]> => {
    try {
      const request = { method: 'GET', path: apiPaths.customerCases } as const
      return toRows(await call<typeof listCases>(request, signal))
    } catch (error) {
      if ([403, 404].some((status) => hasStatus(error, status))) return []
      throw error
    }
  },
})

export const reportProblem = (orderId: string, body: SentBodyOf<typeof reportProblemEndpoint>) =>
  call<typeof reportProblemEndpoint>({
    method: 'POST',
    path: apiPaths.customerOrderProblem,
    params: { id: orderId },
    body,
  })

/** The file is sent as it is; the server checks and encodes it. */
export async function sendCasePhoto(id: string, file: File) {
  const path = fillPath(apiPaths.customerCasePhoto, { id })
  return (await send('POST', path, file)) as ReplyOf<typeof setCasePhoto>
}

export const casePhotoUrl = ({ id, photo }: Pick<Case, 'id' | 'photo'>) =>
  `${fillPath(apiPaths.customerCasePhoto, { id })}?v=${photo}`
