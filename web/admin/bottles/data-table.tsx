import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/card.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

type Row = { key: string; cells: readonly ReactNode[] }

type DataTableProps = {
  label: string
  columns: readonly string[]
  rows: readonly Row[]
  empty: string
}

/** A short table. The first cell names its row and breaks; numbers stay narrow, also on a phone. */
export function DataTable({ label, columns, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-3 font-semibold sm:px-4">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} className="border-line border-b last:border-b-0">
              <th scope="row" className="break-words px-2 py-3 text-left font-semibold sm:px-4">
                {first}
              </th>
              {rest.map((cell, n) => (
                <td key={columns[n + 1]} className="px-2 py-3 tabular-nums sm:px-4">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
