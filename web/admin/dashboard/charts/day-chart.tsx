import { type KeyboardEvent, useRef, useState } from 'react'
import { SiteLink } from '#web/shared/site-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Bars } from './bars.tsx'
import type { DaySeries } from './day-series.ts'

export type DayColumn = {
  key: string
  /** Under the picture, for some of the days. */
  tick: string
  /** What the day holds, in description. */
  description: string
  href: string
}

type DayChartProps = {
  label: string
  columns: readonly DayColumn[]
  series: readonly DaySeries[]
  /** Every how many days one is named, counted from this one. */
  ticks: { every: number; from: number }
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * One column a day, each a link. The picture is drawn beneath the links; together they are one stop
 * of the Tab key, and the arrow keys walk along the days.
 */
export function DayChart({ label, columns, series, ticks }: DayChartProps) {
  const last = columns.length - 1
  const [stop, setStop] = useState(last)
  const [shown, setShown] = useState<number>()
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const next = steps[event.key]?.(stop, last)
    if (next === undefined) return
    event.preventDefault()
    const index = Math.max(0, Math.min(next, last))
    setStop(index)
    list.current?.querySelectorAll('a')[index]?.focus()
  }

  return (
    <div>
      <div className="relative">
        <div className="grid gap-5">
          {series.map((one, index) => (
            <Bars
              key={one.name}
              {...one}
              active={shown}
              isTall={series.length === 1}
              caption={index === 0 && shown !== undefined ? columns[shown]?.description : undefined}
            />
          ))}
        </div>
        <ul
          ref={list}
          aria-label={label}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setShown(undefined)}
          className="absolute inset-0 right-10 flex"
        >
          {columns.map(({ key, description, href }, index) => (
            <li key={key} className="flex flex-1">
              <SiteLink
                href={href}
                aria-label={description}
                tabIndex={index === Math.min(stop, last) ? 0 : -1}
                onPointerEnter={() => setShown(index)}
                onFocus={() => {
                  setStop(index)
                  setShown(index)
                }}
                onBlur={() => setShown(undefined)}
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
