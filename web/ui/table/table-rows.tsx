import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Up to here every row is drawn; beyond, only those near the window. */
const RENDER_ALL_LIMIT = 300
const STEP = 25
const MARGIN = 40

/** What a row must carry so that its place is known though others are not drawn. */
export type RowPosition = { 'aria-rowindex'?: number }

/** For the table around them: how many there are, where not all are drawn. */
export const ariaRowCount = (rows: readonly unknown[]) =>
  rows.length > RENDER_ALL_LIMIT ? rows.length + 1 : undefined

type TableRowsProps<Row> = {
  rows: readonly Row[]
  children: (row: Row, place: RowPosition) => ReactNode
}

/** The rows of a table, however many: a long list is drawn around what is looked at. */
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

/** Stands for rows that are not drawn; nothing for screen readers. */
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
  const [near, setNear] = useState<VisibleRange>({ from: 0, to: STEP + MARGIN, rowHeight: 60 })
  const latest = useRef(near)
  latest.current = near

  useLayoutEffect(() => {
    let frame = 0
    const look = () => {
      const [first, last] = [above.current, below.current]
      if (!first || !last) return
      const { from, to } = latest.current
      const drawn = last.getBoundingClientRect().top - first.getBoundingClientRect().bottom
      const rowHeight = drawn > 0 && to > from ? drawn / (to - from) : latest.current.rowHeight
      const seen = -first.getBoundingClientRect().top / rowHeight
      const begin = Math.floor((seen - MARGIN) / STEP) * STEP
      const end = Math.ceil((seen + window.innerHeight / rowHeight + MARGIN) / STEP) * STEP
      const next = { from: clamp(begin, count), to: clamp(end, count), rowHeight }
      if (next.from !== from || next.to !== to) setNear(next)
    }
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', later, { passive: true })
    window.addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', later)
      window.removeEventListener('resize', later)
    }
  }, [count, above, below])

  return { ...near, from: clamp(near.from, count), to: clamp(near.to, count) }
}

const clamp = (n: number, count: number) => Math.min(Math.max(n, 0), count)
