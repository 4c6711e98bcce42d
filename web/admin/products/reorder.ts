type WithId = { id: string }

/** The product that follows `id` after a move by one visible row; undefined if there is no such row. */
export function neighborFor(
  all: readonly WithId[],
  visible: readonly WithId[],
  id: string,
  by: -1 | 1,
): { beforeId: string | null } | undefined {
  const neighbor = visible[visible.findIndex((row) => row.id === id) + by]
  if (!neighbor) return undefined
  return by < 0 ? { beforeId: neighbor.id } : { beforeId: idAfter(all, neighbor.id) }
}

/** The id that follows this one in the list; null at its end. */
export function idAfter(rows: readonly WithId[], id: string): string | null {
  return rows[rows.findIndex((row) => row.id === id) + 1]?.id ?? null
}

/** The list with one row moved in front of another one, or to the end. */
export function withMoved<Row extends WithId>(
  rows: readonly Row[],
  id: string,
  beforeId: string | null,
): readonly Row[] {
  const moved = rows.find((row) => row.id === id)
  if (!moved || beforeId === id) return rows
  const others = rows.filter((row) => row.id !== id)
  const to = beforeId === null ? others.length : others.findIndex((row) => row.id === beforeId)
  return to < 0 ? rows : others.toSpliced(to, 0, moved)
}
