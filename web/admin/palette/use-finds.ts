import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { holds } from '#web/admin/list/shown-rows.ts'
import type { OrderAnswer } from '#web/api/orders.ts'
import { type CustomerAnswer, customersQuery, staffOrdersQuery } from '#web/api/staff.ts'

const FEW = 5
const ENOUGH_LETTERS = 2
const TYPING_PAUSE_MS = 200

export type Finds = {
  customers: readonly CustomerAnswer[]
  orders: readonly OrderAnswer[]
  /** How it stands with the search, to be read out. */
  said: string
}

/** The first few customers and orders that hold this text. */
export function useFinds(typed: string): Finds {
  const text = typed.trim()
  const asked = useRested(text)
  const isAsked = asked.length >= ENOUGH_LETTERS
  const options = { enabled: isAsked, placeholderData: keepPreviousData }
  const customers = useQuery({ ...customersQuery({ q: asked, limit: FEW }), ...options })
  const orders = useQuery({ ...staffOrdersQuery({ q: asked, limit: FEW }), ...options })

  // A backend may answer more than it was asked for, and typing shall not wait for an answer.
  const first = <Row>(
    rows: readonly Row[] = [],
    words: (row: Row) => (string | null | undefined)[],
  ) =>
    text.length < ENOUGH_LETTERS ? [] : rows.filter((row) => holds(words(row), text)).slice(0, FEW)
  const found = {
    customers: first(customers.data?.rows, ({ email, name, phone }) => [email, name, phone]),
    orders: first(orders.data?.rows, (order) => [
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
    if (asked !== text || customers.isFetching || orders.isFetching) return 'Searching...'
    if (customers.error || orders.error) return 'The search did not answer.'
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
