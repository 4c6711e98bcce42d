/** Formats a Markdown table; the first column is left-aligned, the others right-aligned. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const cells = [head, ...rows].map((row) => head.map((_, column) => row[column] ?? ''))
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = widths.map((width, column) => `${'-'.repeat(width - 1)}${column === 0 ? '-' : ':'}`)
  const [first = [], ...others] = cells
  return `${[line(first), `| ${rule.join(' | ')} |`, ...others.map(line)].join('\n')}\n`
}

const pad = (cell: string, width: number, column: number) =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)

/** Formats with three significant digits: 18,463 · 160 · 5.71 · 0.054 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en-US', {
    maximumFractionDigits: Math.min(digits, 3),
    minimumFractionDigits: 0,
  })
}
