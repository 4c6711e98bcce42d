import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { matchesQuery } from '#web/admin/list/visible-rows.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { searchResultsQuery } from '#web/api/staff/staff.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const MAX_RESULTS = 5
const MIN_QUERY_LENGTH = 2
const DEBOUNCE_MS = 200

export type SearchResults = {
  customers: readonly KnownCustomer[]
  orders: readonly KnownOrder[]
  /** Announced by screen readers. */
  statusText: string
}

/** The first few customers and orders that match the input. */
export function useSearchResults(input: string): SearchResults {
  const text = input.trim()
  const query = useDebounced(text, DEBOUNCE_MS)
  const { data, error, isFetching } = useQuery({
    ...searchResultsQuery({ q: query, limit: MAX_RESULTS }),
    enabled: query.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  })

  // Some backends ignore the query, and filtering here makes results follow the input at once.
  const firstMatches = <Row>(
    rows: readonly Row[] = [],
    searchFields: (row: Row) => (string | null | undefined)[],
  ) =>
    text.length < MIN_QUERY_LENGTH
      ? []
      : rows.filter((row) => matchesQuery(searchFields(row), text)).slice(0, MAX_RESULTS)
  const matches = {
    customers: firstMatches(data?.customers, ({ email, name, phone }) => [email, name, phone]),
    orders: firstMatches(data?.orders, (order) => [
      order.id,
      order.customerName,
      order.customerEmail,
      order.customer?.email,
      order.deliveryAddress,
    ]),
  }
  return { ...matches, statusText: statusText() }

  function statusText(): string {
    if (text.length < MIN_QUERY_LENGTH) return ''
    if (query !== text || isFetching) return 'Searching...'
    if (error) return "Search isn't working right now. Try again."
    return matches.customers.length + matches.orders.length ? '' : 'No customers or orders found'
  }
}
