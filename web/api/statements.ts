import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { getStaffStatement, getStatement, Statement } from '#contract/payments/statements.ts'
import { adaptStatement } from './adapt/account.ts'
import { call } from './client.ts'
import { hasStatus } from './failures.ts'

const monthQuery = (month: string | undefined) => ({ ...(month && { query: { month } }) })

/** Null if the customer has no account, or if the backend has no statements. */
export const statementQuery = (month?: string) =>
  queryOptions({
    queryKey: [apiPaths.statement, month],
    queryFn: async ({ signal }): Promise<Statement | null> => {
      try {
        const request = { method: 'GET', path: apiPaths.statement, ...monthQuery(month) } as const
        return adaptStatement(await call<typeof getStatement>(request, signal))
      } catch (error) {
        if ([401, 403, 404].some((status) => hasStatus(error, status))) return null
        throw error
      }
    },
    placeholderData: keepPreviousData,
  })

export const staffStatementQuery = (id: string, month?: string) =>
  queryOptions({
    queryKey: [apiPaths.adminStatement, id, month],
    queryFn: async ({ signal }): Promise<Statement | null> => {
      const path = { method: 'GET', path: apiPaths.adminStatement, params: { id } } as const
      const request = { ...path, ...monthQuery(month) }
      return adaptStatement(await call<typeof getStaffStatement>(request, signal))
    },
    placeholderData: keepPreviousData,
  })
