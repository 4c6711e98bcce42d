import type { ColumnSorting } from '#web/ui/table/table.tsx'
import type { SortOption } from './list-sorts.ts'
import type { List } from './use-list.ts'

/** Where every list begins; it needs no word in the address. */
const DEFAULT_SORT = 'newest'

export function useSorting<Row>({ view, sorts, change }: List<Row>) {
  const options: readonly Pick<SortOption<Row>, 'value' | 'label' | 'column' | 'direction'>[] =
    sorts ?? []
  const chosen = view.sort || DEFAULT_SORT

  function sortBy(value: string) {
    change({ sort: value === DEFAULT_SORT ? '' : value })
  }

  /** A click on the heading sorts by it; another one turns it round. */
  function getSorting(column: string): ColumnSorting | undefined {
    const ways = options.filter((option) => option.column === column)
    const [first, second] = ways
    if (!first) return undefined
    const current = ways.find(({ value }) => value === chosen)
    const next = current === first ? (second ?? first) : first
    return { direction: current?.direction, onSort: () => sortBy(next.value) }
  }

  return { options, chosen, sortBy, getSorting }
}
