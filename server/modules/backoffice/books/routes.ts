import type { BooksQuery } from '#contract/staff/books.ts'
import * as contract from '#contract/staff/books.ts'
import { BATCH_ROWS } from '#server/db/keyset.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import { dayColumns, transactionColumns } from './book-columns.ts'
import { assertBookRange, shopDays } from './book-dates.ts'
import { countTransactions, listTransactions } from './list-transactions.ts'
import { type BooksDeps, dayPage, readBooks } from './read-books.ts'

type ExportQuery = BooksQuery & { cursor?: string }

/** Rule 65: the books for the accountant. */
export function bookRoutes(
  { mount, mountCsv }: Pick<StaffRouter, 'mount' | 'mountCsv'>,
  deps: BooksDeps,
): void {
  mount(contract.readBooks, ({ query }) => {
    assertBookRange(deps, query)
    return readBooks(deps, query)
  })
  mountCsv(contract.exportBookDays, {
    list: 'daily-summary',
    columns: dayColumns,
    page: (query: ExportQuery) => dayPage(deps, query, query.cursor),
    // Counted before the file starts, so that an impossible range is still answered with an error.
    async total(query: ExportQuery) {
      assertBookRange(deps, query)
      return String(shopDays(deps.shop.calendar, query).length)
    },
  })
  mountCsv(contract.exportBookTransactions, {
    list: 'transactions',
    columns: () => transactionColumns(deps.shop.calendar),
    page: (query: ExportQuery) => listTransactions(deps, query, query.cursor, BATCH_ROWS),
    async total(query: ExportQuery) {
      assertBookRange(deps, query)
      return String(await countTransactions(deps, query))
    },
  })
}
