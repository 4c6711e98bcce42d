import type { ColumnSorting } from '#web/ui/table/table.tsx'
import type { SortOption } from './list-sorts.ts'
import type { List } from './use-list.ts'

/** The default sort; it is not written to the URL. */
const DEFAULT_SORT = 'newest'

export function useSorting<Row>({ view, sorts, change }: List<Row>) {
  const options: readonly Pick<SortOption<Row>, 'value' | 'label' | 'column' | 'direction'>[] =
    sorts ?? []
  const selected = view.sort || DEFAULT_SORT

  function sortBy(value: string) {
    change({ sort: value === DEFAULT_SORT ? '' : value })
  }

  /** Clicking a column header sorts by it, clicking again reverses the direction. */
  function getSorting(column: string): ColumnSorting | undefined {
    const columnSorts = options.filter((option) => option.column === column)
    const [first, second] = columnSorts
    if (!first) return undefined
    const current = columnSorts.find(({ value }) => value === selected)
    const next = current === first ? (second ?? first) : first
    return { direction: current?.direction, onSort: () => sortBy(next.value) }
  }

  return { options, selected, sortBy, getSorting }
}
