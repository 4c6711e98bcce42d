import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { shownRows } from '#web/admin/list/shown-rows.ts'
import { adaptOrder, type KnownOrder } from '#web/api/adapt/order.ts'
import { fetchListPage } from '#web/api/list-page.ts'

/** As many as the server gives at once: few people scroll further, and they may search. */
const CHOICES_A_PAGE = 200
const TYPING_PAUSE_MS = 250

const wordsOf = (order: KnownOrder) => [
  order.id,
  order.customer?.email,
  order.customerEmail,
  order.customerName,
  order.deliveryAddress,
]

/** Every order to choose from, newest first, page after page as the list is scrolled. */
export function useOrderChoices() {
  const [text, setText] = useState('')
  const q = useRested(text)
  const query = useInfiniteQuery({
    queryKey: [apiPaths.adminOrders, 'choices', q],
    queryFn: ({ pageParam, signal }) =>
      fetchListPage(
        apiPaths.adminOrders,
        { q, limit: CHOICES_A_PAGE, cursor: pageParam },
        adaptOrder,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  const filter = useDeferredValue(text)
  const orders = useMemo(
    () =>
      shownRows(
        query.data?.pages.flatMap(({ rows }) => rows) ?? [],
        { q: filter, status: '' },
        {
          wordsOf,
        },
      ),
    [query.data, filter],
  )
  return {
    orders,
    text,
    setText,
    isBusy: query.isFetching || text !== q,
    isFailed: query.isError,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
  }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
