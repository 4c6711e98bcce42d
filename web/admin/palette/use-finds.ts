import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { holds } from '#web/admin/list/shown-rows.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import type { KnownCustomer } from '#web/api/adapt/people.ts'
import { findsQuery } from '#web/api/staff.ts'

const FEW = 5
const ENOUGH_LETTERS = 2
const TYPING_PAUSE_MS = 200

export type Finds = {
  customers: readonly KnownCustomer[]
  orders: readonly KnownOrder[]
  /** How it stands with the search, to be read out. */
  said: string
}

/** The first few customers and orders that hold this text. */
export function useFinds(typed: string): Finds {
  const text = typed.trim()
  const asked = useRested(text)
  const { data, error, isFetching } = useQuery({
    ...findsQuery({ q: asked, limit: FEW }),
    enabled: asked.length >= ENOUGH_LETTERS,
    placeholderData: keepPreviousData,
  })

  // A backend may answer more than it was asked for, and typing shall not wait for an answer.
  const first = <Row>(
    rows: readonly Row[] = [],
    words: (row: Row) => (string | null | undefined)[],
  ) =>
    text.length < ENOUGH_LETTERS ? [] : rows.filter((row) => holds(words(row), text)).slice(0, FEW)
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
  return { ...found, said: said() }

  function said(): string {
    if (text.length < ENOUGH_LETTERS) return ''
    if (asked !== text || isFetching) return 'Searching...'
    if (error) return 'The search did not answer.'
    return found.customers.length + found.orders.length ? '' : 'No customer and no order found.'
  }
}

/** What was typed, once the typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
