import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * Where there is room a table, where there is none a list of cards: rows and cells are laid out as
 * blocks then, which costs them their meaning in some browsers unless the role is written out.
 */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
}

type TableProps = {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly string[]
  /** True where a cell without a heading ends each row. */
  hasActions?: boolean
  children: ReactNode
}

export function Table({ label, columns, hasActions = false, children }: TableProps) {
  return (
    <div className="@container">
      <table {...roles.table} aria-label={label} className="block w-full text-sm @4xl:table">
        <thead {...roles.group} className="sr-only @4xl:not-sr-only @4xl:table-header-group">
          <tr {...roles.row}>
            {columns.map((column) => (
              <th
                key={column}
                {...roles.header}
                scope="col"
                className="px-3 py-3.5 text-left font-semibold text-muted first:pl-6 last:pr-6 last:text-right"
              >
                {column}
              </th>
            ))}
            {hasActions ? <td {...roles.cell} /> : null}
          </tr>
        </thead>
        <tbody {...roles.group} className="block @4xl:table-row-group">
          {children}
        </tbody>
      </table>
    </div>
  )
}

/** A button in one of its cells may cover the whole row: `after:absolute after:inset-0`. */
export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...roles.row}
      className={cx(
        'relative grid grid-cols-1 gap-2 border-line border-t px-5 py-5 transition-colors first:border-t-0 hover:bg-surface-soft @4xl:table-row @4xl:first:border-t',
        className,
      )}
      {...rest}
    />
  )
}

type TableCellProps = ComponentProps<'td'> & {
  /** The column's name, shown beside the value where rows are cards. */
  label?: string
}

export function TableCell({ label, className, ...rest }: TableCellProps) {
  return (
    <td
      {...roles.cell}
      data-label={label}
      className={cx(
        'flex items-center justify-between gap-4 text-right @4xl:table-cell @4xl:text-left @4xl:px-3 @4xl:py-4 @4xl:last:pr-6 @4xl:last:text-right @4xl:first:pl-6',
        label &&
          'before:font-normal before:text-muted before:content-[attr(data-label)] @4xl:before:content-none',
        className,
      )}
      {...rest}
    />
  )
}
