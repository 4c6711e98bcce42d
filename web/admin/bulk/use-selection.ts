import { useMemo, useState } from 'react'

/** The selected rows of the page. A row that leaves the page is deselected. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => rows?.filter(({ id }) => ids.has(id)) ?? [], [rows, ids])

  return {
    selected,
    has: (id: string) => ids.has(id),
    isAll: selected.length > 0 && selected.length === rows?.length,
    toggle(id: string) {
      const next = new Set(selected.map((row) => row.id))
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    toggleAll() {
      const isAll = selected.length === rows?.length
      setIds(new Set(isAll ? [] : rows?.map(({ id }) => id)))
    },
    clear: () => setIds(new Set()),
  }
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>
