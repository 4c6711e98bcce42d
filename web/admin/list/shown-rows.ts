import type { ListView } from './list-view.ts'

export type RowReading<Row> = {
  /** Where the search looks. */
  wordsOf?: ((row: Row) => readonly (string | null | undefined)[]) | undefined
  statusOf?: ((row: Row) => string | null | undefined) | undefined
}

/**
 * What the list was asked for, once more, newest first: a backend may answer the whole list
 * whatever it was asked, and typing shall not wait for an answer.
 */
export function shownRows<Row extends { createdAt?: string | null }>(
  rows: readonly Row[],
  { q, status }: Pick<ListView, 'q' | 'status'>,
  { wordsOf, statusOf }: RowReading<Row>,
): Row[] {
  return rows
    .filter((row) => !status || !statusOf || statusOf(row) === status)
    .filter((row) => !wordsOf || holds(wordsOf(row), q))
    .sort(newestFirst)
}

/** Letter case and spaces around do not matter. */
export function holds(words: readonly (string | null | undefined)[], searched: string): boolean {
  const text = searched.trim().toLowerCase()
  return !text || words.some((word) => word?.toLowerCase().includes(text))
}

/** Rows that do not say when they were made stay where they are. */
function newestFirst(a: { createdAt?: string | null }, b: { createdAt?: string | null }): number {
  const [left, right] = [Date.parse(a.createdAt ?? ''), Date.parse(b.createdAt ?? '')]
  return Number.isNaN(left) || Number.isNaN(right) ? 0 : right - left
}
