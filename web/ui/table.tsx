import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
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
  /** How a column can be sorted by, if it can. */
  sortingOf?: (column: string) => ColumnSorting | undefined
  /** How many rows there are, the heading included, where not all of them are drawn. */
  rowCount?: number | undefined
  children: ReactNode
}

export type ColumnSorting = {
  direction: 'ascending' | 'descending' | undefined
  /** Sorts by it, or the other way round. */
  onSort: () => void
}

export function Table(props: TableProps) {
  const { label, columns, hasActions = false, sortingOf, rowCount, children } = props
  return (
    <div className="@container">
      <table
        {...roles.table}
        aria-label={label}
        aria-rowcount={rowCount}
        className="block w-full text-sm @4xl:table"
      >
        <thead {...roles.group} className="sr-only @4xl:not-sr-only @4xl:table-header-group">
          <tr {...roles.row}>
            {columns.map((column) => (
              <HeaderCell key={column} column={column} sorting={sortingOf?.(column)} />
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

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }

/**
 * The button lies over the heading, whose name stays the column's own. Where rows are cards the
 * headings cannot be seen, so there it must not be reached either.
 */
function HeaderCell({ column, sorting }: { column: string; sorting: ColumnSorting | undefined }) {
  const id = useId()
  const Icon = sortIcons[sorting?.direction ?? 'none']
  return (
    <th
      {...roles.header}
      scope="col"
      className="relative px-3 py-3.5 text-left font-semibold text-muted first:pl-6 last:pr-6 last:text-right"
      {...(sorting ? { 'aria-labelledby': id } : {})}
      {...(sorting?.direction ? { 'aria-sort': sorting.direction } : {})}
    >
      <span className={cx(sorting && 'whitespace-nowrap', sorting?.direction && 'text-ink')}>
        <span id={id}>{column}</span>
        {sorting ? (
          <Icon
            aria-hidden
            className={cx('ml-1.5 inline size-3.5', !sorting.direction && 'opacity-60')}
          />
        ) : null}
      </span>
      {sorting ? (
        <button
          type="button"
          aria-label={`Sort by ${column}`}
          onClick={sorting.onSort}
          className="absolute inset-x-0 inset-y-1 hidden rounded-lg hover:bg-action/5 @4xl:block"
        />
      ) : null}
    </th>
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
