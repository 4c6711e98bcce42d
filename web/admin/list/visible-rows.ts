import { byCreatedAt, compareBy, type SortOption } from './list-sorts.ts'
import type { ListView } from './list-view.ts'

export type RowAccessors<Row> = {
  /** The values that a search matches. */
  searchFields?: ((row: Row) => readonly (string | null | undefined)[]) | undefined
  getStatus?: ((row: Row) => string | null | undefined) | undefined
  /** Returns false if the row's own data shows that it doesn't match the view. */
  matchesView?: ((row: Row, view: RequestedView) => boolean) | undefined
  sorts?: readonly SortOption<Row>[] | undefined
}

type RequestedView = Partial<Omit<ListView, 'cursor'>>

const [newestFirst] = byCreatedAt()

/**
 * Searches, filters and sorts the rows again, newest first by default. Some backends ignore the
 * parameters, and the rows follow the search input without waiting for a response.
 */
export function visibleRows<Row extends { createdAt?: string | null }>(
  rows: readonly Row[],
  view: RequestedView,
  { searchFields, getStatus, matchesView, sorts }: RowAccessors<Row>,
): Row[] {
  const { q = '', status, sort } = view
  const selectedSort = (sort && sorts?.find(({ value }) => value === sort)) || newestFirst
  const visible = rows
    .filter((row) => !status || !getStatus || getStatus(row) === status)
    .filter((row) => !matchesView || matchesView(row, view))
    .filter((row) => !searchFields || matchesQuery(searchFields(row), q))
  return selectedSort ? visible.sort(compareBy<Row>(selectedSort)) : visible
}

/** Ignores case and surrounding spaces. */
export function matchesQuery(
  values: readonly (string | null | undefined)[],
  query: string,
): boolean {
  const text = query.trim().toLowerCase()
  return !text || values.some((value) => value?.toLowerCase().includes(text))
}
