import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

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

/**
 * A short table. The first cell names its row and breaks; numbers stay narrow, also on a phone, and
 * are below each other on the right.
 */
export function DataTable({ label, columns, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>
  const isNumeric = (column: number) => typeof rows[0]?.cells[column] === 'number'
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            {columns.map((name, n) => (
              <th
                key={name}
                scope="col"
                className={cx('px-2 py-3 font-semibold sm:px-4', isNumeric(n) && 'text-right')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} className="border-line border-b last:border-b-0">
              <th scope="row" className="break-words px-2 py-2 text-left font-semibold sm:px-4">
                {first}
              </th>
              {rest.map((cell, n) => (
                <td
                  key={columns[n + 1]}
                  className={cx(
                    'h-11 px-2 py-2 tabular-nums sm:px-4',
                    isNumeric(n + 1) && 'text-right',
                  )}
                >
                  {typeof cell === 'number' ? cell.toLocaleString('en-US') : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
