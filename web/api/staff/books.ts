import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { Books, BooksQuery } from '#contract/staff/books.ts'
import { adaptBooks } from '../adapt/reports.ts'
import { send } from './staff-client.ts'

const search = ({ from, to }: BooksQuery) => `?${new URLSearchParams({ from, to })}`

export const booksQuery = (range: BooksQuery) =>
  queryOptions({
    queryKey: [apiPaths.adminBooks, range],
    queryFn: async ({ signal }): Promise<Books> => {
      const path = `${apiPaths.adminBooks}${search(range)}`
      return adaptBooks(await send('GET', path, undefined, signal))
    },
    // Payments arrive all the time.
    refetchOnMount: 'always',
  })

export const daysCsv = (range: BooksQuery) => `${apiPaths.adminBookDaysCsv}${search(range)}`

export const transactionsCsv = (range: BooksQuery) =>
  `${apiPaths.adminBookTransactionsCsv}${search(range)}`
