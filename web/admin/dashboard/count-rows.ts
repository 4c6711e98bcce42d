import type { ListPage } from '#web/api/list-page.ts'

/** The total of the response. Without one the response is the complete list, whose rows are counted. */
export function countRows(
  { rows, total }: ListPage<{ status?: string | null }>,
  status?: string,
): number {
  if (total) return total.count
  return status ? rows.filter((row) => row.status === status).length : rows.length
}
