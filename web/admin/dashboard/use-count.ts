import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ListPage, ListRequest } from '#web/api/list-page.ts'
import { countRows } from './count-rows.ts'

/** Counts the rows, optionally of one status. Undefined while loading, null if loading failed. */
export function useCount<Row extends { id: string; status?: string | null }, Key extends QueryKey>(
  query: (request: ListRequest) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>,
  status?: string,
): number | null | undefined {
  const { data, isError } = useQuery(query(status ? { status, limit: 1 } : { limit: 1 }))
  if (data) return countRows(data, status)
  return isError ? null : undefined
}
