/** A way to sort a list: its name in the address, its words, and how rows compare by it. */
export type SortOption<Row> = {
  value: string
  label: string
  /** The column that it sorts by, and in which direction; none for what is no column. */
  column?: string
  direction: 'ascending' | 'descending'
  /** What rows are compared by: a backend may answer in an order of its own. */
  sortKey: (row: Row) => string | null | undefined
}

type WithCreatedAt = { createdAt?: string | null }

const createdAtKey = ({ createdAt }: WithCreatedAt) => {
  const time = Date.parse(createdAt ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** By age, which is where every list begins. */
export const byCreatedAt = (column?: string): readonly SortOption<WithCreatedAt>[] => {
  const of = column ? { column } : {}
  return [
    {
      value: 'newest',
      label: 'Newest first',
      direction: 'descending',
      sortKey: createdAtKey,
      ...of,
    },
    {
      value: 'oldest',
      label: 'Oldest first',
      direction: 'ascending',
      sortKey: createdAtKey,
      ...of,
    },
  ]
}

type AscAndDesc<Row> = Pick<SortOption<Row>, 'value' | 'sortKey'> & {
  column: string
  /** Upwards, then downwards. */
  labels: readonly [string, string]
}

/** By a column, in both directions. */
export function ascAndDesc<Row>({ value, labels, ...of }: AscAndDesc<Row>): SortOption<Row>[] {
  const [up, down] = labels
  return [
    { ...of, value, label: up, direction: 'ascending' },
    { ...of, value: `${value}-desc`, label: down, direction: 'descending' },
  ]
}

/** Rows that do not tell stay where they are. */
export function compareBy<Row>({ sortKey, direction }: SortOption<Row>) {
  return (a: Row, b: Row): number => {
    const [left, right] = [sortKey(a), sortKey(b)]
    if (left === null || left === undefined || right === null || right === undefined) return 0
    const order = left < right ? -1 : left > right ? 1 : 0
    return direction === 'ascending' ? order : -order
  }
}
