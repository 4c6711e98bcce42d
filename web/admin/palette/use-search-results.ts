import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { matchesQuery } from '#web/admin/list/visible-rows.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { searchResultsQuery } from '#web/api/staff/staff.ts'

const MAX_RESULTS = 5
const MIN_QUERY_LENGTH = 2
const DEBOUNCE_MS = 200

export type SearchResults = {
  customers: readonly KnownCustomer[]
  orders: readonly KnownOrder[]
  /** How it stands with the search, to be read out. */
  statusText: string
}

/** The first few customers and orders that hold this text. */
export function useSearchResults(typed: string): SearchResults {
  const text = typed.trim()
  const asked = useDebounced(text)
  const { data, error, isFetching } = useQuery({
    ...searchResultsQuery({ q: asked, limit: MAX_RESULTS }),
    enabled: asked.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  })

  // A backend may answer more than it was asked for, and typing shall not wait for an answer.
  const first = <Row>(
    rows: readonly Row[] = [],
    words: (row: Row) => (string | null | undefined)[],
  ) =>
    text.length < MIN_QUERY_LENGTH
      ? []
      : rows.filter((row) => matchesQuery(words(row), text)).slice(0, MAX_RESULTS)
  const found = {
    customers: first(data?.customers, ({ email, name, phone }) => [email, name, phone]),
    orders: first(data?.orders, (order) => [
      order.id,
      order.customerName,
      order.customerEmail,
      order.customer?.email,
      order.deliveryAddress,
    ]),
  }
  return { ...found, statusText: statusText() }

  function statusText(): string {
    if (text.length < MIN_QUERY_LENGTH) return ''
    if (asked !== text || isFetching) return 'Searching...'
    if (error) return "Search isn't working right now. Try again."
    return found.customers.length + found.orders.length ? '' : 'No customers or orders found'
  }
}

/** What was typed, once the typing rests. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
