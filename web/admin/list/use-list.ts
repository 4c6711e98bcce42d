import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListPage, ListRequest } from '#web/api/list-page.ts'
import type { ListViewOptions } from './list-view.ts'
import { useListView } from './use-list-view.ts'
import { type RowAccessors, visibleRows } from './visible-rows.ts'

const DEBOUNCE_MS = 250

type ListOptions<Row, Key extends QueryKey> = RowAccessors<Row> & {
  query: (request: ListRequest) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>
} & Omit<ListViewOptions, 'sorts'>

type ListRow = { id: string; createdAt?: string | null }

export type List<Row> = ReturnType<typeof useList<Row & ListRow, QueryKey>>

/** A list of the staff portal: its view in the URL, its rows and its loading state. */
export function useList<Row extends ListRow, Key extends QueryKey>(options: ListOptions<Row, Key>) {
  const { statuses, attentionReasons, hasDateFilters, sorts } = options
  const { view, search, ...navigation } = useListView({
    statuses,
    attentionReasons,
    hasDateFilters,
    sorts: sorts?.map(({ value }) => value),
  })
  const [text, setText] = useSearchInput(view.q, search)
  const query = useQuery({ ...options.query(view), placeholderData: keepPreviousData })
  const page = query.data
  const rows = page && visibleRows(page.rows, { ...view, q: text }, options)

  /** The server's latest version of a row; undefined if it is no longer on this page. */
  const { refetch } = query
  const refetchRow = useCallback(
    async (id: string) => (await refetch()).data?.rows.find((row) => row.id === id),
    [refetch],
  )

  return {
    ...navigation,
    view,
    sorts,
    text,
    setText,
    rows,
    total: page?.total,
    nextCursor: page?.nextCursor,
    error: query.error,
    /** Whether the visible rows may not match the view yet. */
    isBusy: query.isFetching || text !== view.q,
    refetch: () => void refetch(),
    refetchRow,
  }
}

/** Shows the input at once and updates the URL after a pause in typing. */
function useSearchInput(query: string, search: (text: string) => void) {
  const [text, setText] = useState(query)
  const lastQuery = useRef(query)
  const latestSearch = useRef(search)
  latestSearch.current = search

  // The back button or a link may change the query.
  useEffect(() => {
    if (query === lastQuery.current) return
    lastQuery.current = query
    setText(query)
  }, [query])

  useEffect(() => {
    if (text === lastQuery.current) return
    const timer = setTimeout(() => {
      lastQuery.current = text
      latestSearch.current(text)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}
