import { type KeyboardEvent, useRef, useState } from 'react'
import { SiteLink } from '#web/shared/site-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Bars } from './bars.tsx'
import type { DaySeries } from './day-series.ts'

export type DayColumn = {
  key: string
  /** Axis label; not every column shows it. */
  tick: string
  /** Accessible name of the column and caption while it is active. */
  description: string
  href: string
}

type DayChartProps = {
  label: string
  columns: readonly DayColumn[]
  series: readonly DaySeries[]
  /** Shows every nth axis label, starting with index `from`. */
  ticks: { every: number; from: number }
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * A bar chart whose columns are links, rendered on top of the bars. The links are one tab stop; the
 * arrow keys move between them.
 */
export function DayChart({ label, columns, series, ticks }: DayChartProps) {
  const last = columns.length - 1
  const [tabStop, setTabStop] = useState(last)
  const [active, setActive] = useState<number>()
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const next = steps[event.key]?.(tabStop, last)
    if (next === undefined) return
    event.preventDefault()
    const index = Math.max(0, Math.min(next, last))
    setTabStop(index)
    list.current?.querySelectorAll('a')[index]?.focus()
  }

  return (
    <div>
      <div className="relative">
        <div className="grid gap-5">
          {series.map((bars, index) => (
            <Bars
              key={bars.name}
              {...bars}
              active={active}
              isTall={series.length === 1}
              caption={
                index === 0 && active !== undefined ? columns[active]?.description : undefined
              }
            />
          ))}
        </div>
        <ul
          ref={list}
          aria-label={label}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setActive(undefined)}
          className="absolute inset-0 right-10 flex"
        >
          {columns.map(({ key, description, href }, index) => (
            <li key={key} className="flex flex-1">
              <SiteLink
                href={href}
                aria-label={description}
                tabIndex={index === Math.min(tabStop, last) ? 0 : -1}
                onPointerEnter={() => setActive(index)}
                onFocus={() => {
                  setTabStop(index)
                  setActive(index)
                }}
                onBlur={() => setActive(undefined)}
                className="flex-1 rounded-sm hover:bg-action/10"
              />
            </li>
          ))}
        </ul>
      </div>
      <div aria-hidden className="mt-1.5 mr-10 flex text-muted text-xs tabular-nums">
        {columns.map(({ key, tick }, index) => (
          <span key={key} className="relative h-4 flex-1">
            {(index - ticks.from) % ticks.every === 0 ? (
              <span
                className={cx(
                  'absolute whitespace-nowrap',
                  index === 0 && 'left-0',
                  index === last && 'right-0',
                  index > 0 && index < last && '-translate-x-1/2 left-1/2',
                )}
              >
                {tick}
              </span>
            ) : null}
          </span>
        ))}
      </div>
    </div>
  )
}
