import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { visibleRows } from '#web/admin/list/visible-rows.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { orderOptionsQuery } from '#web/api/staff/staff.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const DEBOUNCE_MS = 250

const searchFields = (order: KnownOrder) => [
  order.id,
  order.customer?.email,
  order.customerEmail,
  order.customerName,
  order.deliveryAddress,
]

/** All orders, newest first; more pages are loaded while scrolling. */
export function useOrderOptions() {
  const [text, setText] = useState('')
  const q = useDebounced(text, DEBOUNCE_MS)
  const query = useInfiniteQuery({
    ...orderOptionsQuery(q),
    placeholderData: keepPreviousData,
  })
  const filter = useDeferredValue(text)
  const orders = useMemo(
    () =>
      visibleRows(
        query.data?.pages.flatMap(({ rows }) => rows) ?? [],
        { q: filter, status: '' },
        {
          searchFields,
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
