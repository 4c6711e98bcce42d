import type { ListPage } from '#web/api/list-page.ts'

/** The total that was told, else what can be counted in an answer that holds the whole list. */
export function countRows(
  { rows, total }: ListPage<{ status?: string | null }>,
  status?: string,
): number {
  if (total) return total.count
  return status ? rows.filter((row) => row.status === status).length : rows.length
}
