import { byCreatedAt, compareBy, type SortOption } from './list-sorts.ts'
import type { ListView } from './list-view.ts'

export type RowAccessors<Row> = {
  /** Where the search looks. */
  searchFields?: ((row: Row) => readonly (string | null | undefined)[]) | undefined
  getStatus?: ((row: Row) => string | null | undefined) | undefined
  /** False for a row that says itself that it is none of those asked for. */
  matchesView?: ((row: Row, view: RequestedView) => boolean) | undefined
  sorts?: readonly SortOption<Row>[] | undefined
}

type RequestedView = Partial<Omit<ListView, 'cursor'>>

const [newestFirst] = byCreatedAt()

/**
 * What the list was asked for, once more, newest first unless sorted otherwise: a backend may answer
 * the whole list whatever it was asked, and typing shall not wait for an answer.
 */
export function visibleRows<Row extends { createdAt?: string | null }>(
  rows: readonly Row[],
  view: RequestedView,
  { searchFields, getStatus, matchesView, sorts }: RowAccessors<Row>,
): Row[] {
  const { q = '', status, sort } = view
  const chosen = (sort && sorts?.find(({ value }) => value === sort)) || newestFirst
  const shown = rows
    .filter((row) => !status || !getStatus || getStatus(row) === status)
    .filter((row) => !matchesView || matchesView(row, view))
    .filter((row) => !searchFields || matchesQuery(searchFields(row), q))
  return chosen ? shown.sort(compareBy<Row>(chosen)) : shown
}

/** Letter case and spaces around do not matter. */
export function matchesQuery(
  words: readonly (string | null | undefined)[],
  searched: string,
): boolean {
  const text = searched.trim().toLowerCase()
  return !text || words.some((word) => word?.toLowerCase().includes(text))
}
