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

/** One list of the staff portal: its view in the address, its rows, and how it stands with them. */
export function useList<Row extends ListRow, Key extends QueryKey>(options: ListOptions<Row, Key>) {
  const { statuses, needs, hasDateFilters, sorts } = options
  const { view, search, ...ways } = useListView({
    statuses,
    needs,
    hasDateFilters,
    sorts: sorts?.map(({ value }) => value),
  })
  const [text, setText] = useSearchInput(view.q, search)
  const query = useQuery({ ...options.query(view), placeholderData: keepPreviousData })
  const page = query.data
  const rows = page && visibleRows(page.rows, { ...view, q: text }, options)

  /** As the server has it now; not there if it has left this page. */
  const { refetch } = query
  const refetchRow = useCallback(
    async (id: string) => (await refetch()).data?.rows.find((row) => row.id === id),
    [refetch],
  )

  return {
    ...ways,
    view,
    sorts,
    text,
    setText,
    rows,
    total: page?.total,
    nextCursor: page?.nextCursor,
    error: query.error,
    /** What is shown may not be all that was asked for yet. */
    isBusy: query.isFetching || text !== view.q,
    refetch: () => void refetch(),
    refetchRow,
  }
}

/** What is typed shows at once; the address follows when the typing rests. */
function useSearchInput(asked: string, ask: (text: string) => void) {
  const [text, setText] = useState(asked)
  const lastAsked = useRef(asked)
  const latestAsk = useRef(ask)
  latestAsk.current = ask

  // Another view, by the back button or a link, brings its own text.
  useEffect(() => {
    if (asked === lastAsked.current) return
    lastAsked.current = asked
    setText(asked)
  }, [asked])

  useEffect(() => {
    if (text === lastAsked.current) return
    const timer = setTimeout(() => {
      lastAsked.current = text
      latestAsk.current(text)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}
