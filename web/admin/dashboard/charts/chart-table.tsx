import { SiteLink } from '#web/shared/site-link.tsx'

export type ChartTableRow = { key: string; name: string; href: string; cells: readonly string[] }

type ChartTableProps = { label: string; columns: readonly string[]; rows: readonly ChartTableRow[] }

/** A chart's data as a table. The first column has the same links as the chart. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  return (
    <div className="max-h-80 overflow-y-auto rounded-control">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="py-2 pr-2 text-right font-semibold text-muted first:text-left"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, href, cells }) => (
            <tr key={key} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal">
                <SiteLink
                  href={href}
                  className="inline-flex min-h-8 items-center text-action underline underline-offset-3 hover:text-action-strong"
                >
                  {name}
                </SiteLink>
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="py-1.5 pr-2 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
