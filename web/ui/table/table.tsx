import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../cx.ts'

/**
 * A table in wide containers, a list of cards in narrow ones. Cards use display: block, which
 * removes the table semantics in some browsers, so the roles are set explicitly.
 */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
}

type TableProps = {
  /** Accessible name of the table. */
  label: string
  columns: readonly string[]
  /** Columns of amounts, which are aligned on the right. */
  numericColumns?: readonly string[]
  /** True if each row ends with a cell without a header. */
  hasActions?: boolean
  /** Sort options by column. */
  getSorting?: (column: string) => ColumnSorting | undefined
  /** Narrow rows have two lines instead of a card; `compact:` classes lay them out. */
  isCompact?: boolean
  /** Number of rows including the header, if not all of them are rendered. */
  rowCount?: number | undefined
  children: ReactNode
}

export type ColumnSorting = {
  direction: 'ascending' | 'descending' | undefined
  /** Sorts by this column, or reverses the order. */
  onSort: () => void
}

export function Table(props: TableProps) {
  const { label, columns, hasActions = false, getSorting, isCompact, rowCount, children } = props
  const { numericColumns = [] } = props
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(frame)
  return (
    <div ref={frame} className="@container">
      <table
        {...roles.table}
        aria-label={label}
        aria-rowcount={rowCount}
        data-compact={isCompact || undefined}
        className="block w-full text-sm @4xl:table"
      >
        <thead {...roles.group} className="sr-only @4xl:not-sr-only @4xl:table-header-group">
          <tr {...roles.row}>
            {columns.map((column) => (
              <HeaderCell
                key={column}
                column={column}
                isNumeric={numericColumns.includes(column)}
                sorting={isWide ? getSorting?.(column) : undefined}
              />
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

/** The width of @4xl; from here on rows are displayed as table rows. */
const TABLE_REM = 56

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }

type HeaderCellProps = {
  column: string
  isNumeric: boolean
  sorting: ColumnSorting | undefined
}

/** The accessible name is the column's name, whether or not it can be sorted. */
function HeaderCell({ column, isNumeric, sorting }: HeaderCellProps) {
  const Icon = sortIcons[sorting?.direction ?? 'none']
  return (
    <th
      {...roles.header}
      scope="col"
      className={cx(
        'px-3 py-2.5 font-semibold text-muted first:pl-6 last:pr-6 last:text-right',
        isNumeric ? 'text-right' : 'text-left',
      )}
      {...(sorting?.direction ? { 'aria-sort': sorting.direction } : {})}
    >
      {sorting ? (
        <button
          type="button"
          onClick={sorting.onSort}
          className={cx(
            '-mx-2 -my-1 inline-flex items-center gap-1.5 whitespace-nowrap rounded-lg px-2 py-1 hover:bg-action/5',
            sorting.direction && 'text-ink',
          )}
        >
          {column}
          <Icon aria-hidden className={cx('size-3.5', !sorting.direction && 'opacity-60')} />
        </button>
      ) : (
        column
      )}
    </th>
  )
}

/** In card layout the headers are invisible, so their buttons must not be focusable. */
function useIsWide(frame: RefObject<HTMLElement | null>): boolean {
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const measure = () => setIsWide(element.clientWidth >= TABLE_REM * rem)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [frame])
  return isWide
}

/** A button in a cell can cover the entire row: `after:absolute after:inset-0`. */
export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...roles.row}
      className={cx(
        'relative grid grid-cols-1 gap-1.5 border-line border-t px-5 py-4 transition-colors first:border-t-0 hover:bg-surface-soft compact:items-center compact:gap-x-3 compact:gap-y-0.5 compact:px-4 compact:py-1.5 @4xl:table-row @4xl:first:border-t',
        className,
      )}
      {...rest}
    />
  )
}

type TableCellProps = ComponentProps<'td'> & {
  /** The column's name, displayed next to the value in card layout. */
  label?: string
  /** In one of the numeric columns. */
  isNumeric?: boolean
  /** Keeps its label in compact rows, for values that say little without it. */
  isLabeled?: boolean
}

export function TableCell(props: TableCellProps) {
  const { label, isNumeric = false, isLabeled = false, className, ...rest } = props
  return (
    <td
      {...roles.cell}
      data-label={label}
      className={cx(
        'flex items-center justify-between gap-4 text-right leading-5 compact:min-w-0 compact:justify-start compact:gap-2 compact:text-left @4xl:table-cell @4xl:px-3 @4xl:py-1.5 @4xl:last:pr-6 @4xl:last:text-right @4xl:first:pl-6',
        isNumeric ? 'tabular-nums @4xl:text-right' : '@4xl:text-left',
        label &&
          'before:font-normal before:text-muted before:content-[attr(data-label)] @4xl:before:content-none',
        label && !isLabeled && 'compact:before:content-none',
        className,
      )}
      {...rest}
    />
  )
}
