import { byAge, compareBy, type SortOption } from './list-sorts.ts'
import type { ListView } from './list-view.ts'

export type RowReading<Row> = {
  /** Where the search looks. */
  wordsOf?: ((row: Row) => readonly (string | null | undefined)[]) | undefined
  statusOf?: ((row: Row) => string | null | undefined) | undefined
  /** False for a row that says itself that it is none of those asked for. */
  fits?: ((row: Row, view: Asked) => boolean) | undefined
  sorts?: readonly SortOption<Row>[] | undefined
}

type Asked = Partial<Omit<ListView, 'cursor'>>

const [newestFirst] = byAge()

/**
 * What the list was asked for, once more, newest first unless sorted otherwise: a backend may answer
 * the whole list whatever it was asked, and typing shall not wait for an answer.
 */
export function shownRows<Row extends { createdAt?: string | null }>(
  rows: readonly Row[],
  view: Asked,
  { wordsOf, statusOf, fits, sorts }: RowReading<Row>,
): Row[] {
  const { q = '', status, sort } = view
  const chosen = (sort && sorts?.find(({ value }) => value === sort)) || newestFirst
  const shown = rows
    .filter((row) => !status || !statusOf || statusOf(row) === status)
    .filter((row) => !fits || fits(row, view))
    .filter((row) => !wordsOf || holds(wordsOf(row), q))
  return chosen ? shown.sort(compareBy<Row>(chosen)) : shown
}

/** Letter case and spaces around do not matter. */
export function holds(words: readonly (string | null | undefined)[], searched: string): boolean {
  const text = searched.trim().toLowerCase()
  return !text || words.some((word) => word?.toLowerCase().includes(text))
}
