import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Up to here every row is drawn; beyond, only those near the window. */
const DRAWN_WHOLE = 300
const STEP = 25
const MARGIN = 40

/** What a row must carry so that its place is known though others are not drawn. */
export type RowPlace = { 'aria-rowindex'?: number }

/** For the table around them: how many there are, where not all are drawn. */
export const rowCountOf = (rows: readonly unknown[]) =>
  rows.length > DRAWN_WHOLE ? rows.length + 1 : undefined

type TableRowsProps<Row> = {
  rows: readonly Row[]
  children: (row: Row, place: RowPlace) => ReactNode
}

/** The rows of a table, however many: a long list is drawn around what is looked at. */
export function TableRows<Row>({ rows, children }: TableRowsProps<Row>) {
  return rows.length > DRAWN_WHOLE ? (
    <NearRows rows={rows}>{children}</NearRows>
  ) : (
    rows.map((row) => children(row, {}))
  )
}

function NearRows<Row>({ rows, children }: TableRowsProps<Row>) {
  const above = useRef<HTMLTableRowElement>(null)
  const below = useRef<HTMLTableRowElement>(null)
  const { from, to, rowHeight } = useNear(rows.length, above, below)
  return (
    <>
      <Space ref={above} height={from * rowHeight} />
      {rows.slice(from, to).map((row, n) => children(row, { 'aria-rowindex': from + n + 2 }))}
      <Space ref={below} height={(rows.length - to) * rowHeight} />
    </>
  )
}

type SpaceProps = { ref: RefObject<HTMLTableRowElement | null>; height: number }

/** Stands for rows that are not drawn; nothing for screen readers. */
function Space({ ref, height }: SpaceProps) {
  return (
    <tr ref={ref} aria-hidden className="block @4xl:table-row" style={{ height }}>
      <td className="hidden @4xl:table-cell" />
    </tr>
  )
}

type Near = { from: number; to: number; rowHeight: number }

function useNear(count: number, above: SpaceProps['ref'], below: SpaceProps['ref']): Near {
  const [near, setNear] = useState<Near>({ from: 0, to: STEP + MARGIN, rowHeight: 60 })
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
      const next = { from: within(begin, count), to: within(end, count), rowHeight }
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

  return { ...near, from: within(near.from, count), to: within(near.to, count) }
}

const within = (n: number, count: number) => Math.min(Math.max(n, 0), count)
