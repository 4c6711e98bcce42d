import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Up to this many rows, all are rendered. Beyond it, only rows near the viewport. */
const RENDER_ALL_LIMIT = 300
const STEP = 25
const MARGIN = 40

/** The position of a row in a list that is not fully rendered. */
export type RowPosition = { 'aria-rowindex'?: number }

/** The aria-rowcount of the table, if not all rows are rendered. */
export const ariaRowCount = (rows: readonly unknown[]) =>
  rows.length > RENDER_ALL_LIMIT ? rows.length + 1 : undefined

type TableRowsProps<Row> = {
  rows: readonly Row[]
  children: (row: Row, position: RowPosition) => ReactNode
}

/** Renders the rows of a table. Long lists are virtualized. */
export function TableRows<Row>({ rows, children }: TableRowsProps<Row>) {
  return rows.length > RENDER_ALL_LIMIT ? (
    <VirtualRows rows={rows}>{children}</VirtualRows>
  ) : (
    rows.map((row) => children(row, {}))
  )
}

function VirtualRows<Row>({ rows, children }: TableRowsProps<Row>) {
  const above = useRef<HTMLTableRowElement>(null)
  const below = useRef<HTMLTableRowElement>(null)
  const { from, to, rowHeight } = useVisibleRange(rows.length, above, below)
  return (
    <>
      <Spacer ref={above} height={from * rowHeight} />
      {rows.slice(from, to).map((row, n) => children(row, { 'aria-rowindex': from + n + 2 }))}
      <Spacer ref={below} height={(rows.length - to) * rowHeight} />
    </>
  )
}

type SpacerProps = { ref: RefObject<HTMLTableRowElement | null>; height: number }

/** Takes the space of rows that are not rendered; hidden from screen readers. */
function Spacer({ ref, height }: SpacerProps) {
  return (
    <tr ref={ref} aria-hidden className="block @4xl:table-row" style={{ height }}>
      <td className="hidden @4xl:table-cell" />
    </tr>
  )
}

type VisibleRange = { from: number; to: number; rowHeight: number }

function useVisibleRange(
  count: number,
  above: SpacerProps['ref'],
  below: SpacerProps['ref'],
): VisibleRange {
  const [range, setRange] = useState<VisibleRange>({ from: 0, to: STEP + MARGIN, rowHeight: 60 })
  const latest = useRef(range)
  latest.current = range

  useLayoutEffect(() => {
    let frame = 0
    const update = () => {
      const [first, last] = [above.current, below.current]
      if (!first || !last) return
      const { from, to } = latest.current
      const renderedHeight = last.getBoundingClientRect().top - first.getBoundingClientRect().bottom
      const rowHeight =
        renderedHeight > 0 && to > from ? renderedHeight / (to - from) : latest.current.rowHeight
      const firstVisible = -first.getBoundingClientRect().top / rowHeight
      const start = Math.floor((firstVisible - MARGIN) / STEP) * STEP
      const end = Math.ceil((firstVisible + window.innerHeight / rowHeight + MARGIN) / STEP) * STEP
      const next = { from: clamp(start, count), to: clamp(end, count), rowHeight }
      if (next.from !== from || next.to !== to) setRange(next)
    }
    const scheduleUpdate = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    update()
    window.addEventListener('scroll', scheduleUpdate, { passive: true })
    window.addEventListener('resize', scheduleUpdate)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', scheduleUpdate)
      window.removeEventListener('resize', scheduleUpdate)
    }
  }, [count, above, below])

  return { ...range, from: clamp(range.from, count), to: clamp(range.to, count) }
}

const clamp = (n: number, count: number) => Math.min(Math.max(n, 0), count)
