/** A sort order: its value in the URL, its label, and the key to compare rows by. */
export type SortOption<Row> = {
  value: string
  label: string
  /** The sorted column, if there is one. */
  column?: string
  direction: 'ascending' | 'descending'
  /** Rows are sorted here too, because some backends ignore the sort parameter. */
  sortKey: (row: Row) => string | null | undefined
}

type WithCreatedAt = { createdAt?: string | null }

const createdAtKey = ({ createdAt }: WithCreatedAt) => {
  const time = Date.parse(createdAt ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Sorts by creation time; newest first is the default of every list. */
export const byCreatedAt = (column?: string): readonly SortOption<WithCreatedAt>[] => {
  const columnOption = column ? { column } : {}
  return [
    {
      value: 'newest',
      label: 'Newest first',
      direction: 'descending',
      sortKey: createdAtKey,
      ...columnOption,
    },
    {
      value: 'oldest',
      label: 'Oldest first',
      direction: 'ascending',
      sortKey: createdAtKey,
      ...columnOption,
    },
  ]
}

type AscAndDesc<Row> = Pick<SortOption<Row>, 'value' | 'sortKey'> & {
  column: string
  /** Ascending, then descending. */
  labels: readonly [string, string]
}

/** Sorts by a column in both directions. */
export function ascAndDesc<Row>({ value, labels, ...option }: AscAndDesc<Row>): SortOption<Row>[] {
  const [ascending, descending] = labels
  return [
    { ...option, value, label: ascending, direction: 'ascending' },
    { ...option, value: `${value}-desc`, label: descending, direction: 'descending' },
  ]
}

/** Rows without a key compare as equal and stay in place. */
export function compareBy<Row>({ sortKey, direction }: SortOption<Row>) {
  return (a: Row, b: Row): number => {
    const [left, right] = [sortKey(a), sortKey(b)]
    if (left === null || left === undefined || right === null || right === undefined) return 0
    const order = left < right ? -1 : left > right ? 1 : 0
    return direction === 'ascending' ? order : -order
  }
}
