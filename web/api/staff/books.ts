import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { Books, BooksQuery } from '#contract/staff/books.ts'
import { send } from './staff-client.ts'

const search = ({ from, to }: BooksQuery) => `?${new URLSearchParams({ from, to })}`

export const booksQuery = (range: BooksQuery) =>
  queryOptions({
    queryKey: [apiPaths.adminBooks, range],
    queryFn: async ({ signal }): Promise<Books> => {
      const path = `${apiPaths.adminBooks}${search(range)}`
      const books = await send('GET', path, undefined, signal)
      if (!isBooks(books)) throw new Error('invalid books reply')
      return books
    },
    // Payments arrive all the time.
    refetchOnMount: 'always',
  })

/** Checks the shape: a backend that implements only the specification may reply anything. */
function isBooks(value: unknown): value is Books {
  if (typeof value !== 'object' || value === null) return false
  const { days, payouts, differences, totals } = value as Partial<Record<string, unknown>>
  return [days, payouts, differences].every(Array.isArray) && typeof totals === 'object'
}

export const daysCsv = (range: BooksQuery) => `${apiPaths.adminBookDaysCsv}${search(range)}`

export const transactionsCsv = (range: BooksQuery) =>
  `${apiPaths.adminBookTransactionsCsv}${search(range)}`
