import { cx } from '#web/ui/cx.ts'
import { scaleMax } from './chart-numbers.ts'
import type { DaySeries } from './day-series.ts'

/** Share of a column's width that stays empty. */
const GAP = 0.28

type BarsProps = DaySeries & {
  /** Index of the hovered or focused column. */
  active: number | undefined
  /** Text for the active column. */
  caption: string | undefined
  isTall: boolean
}

/** Hidden from screen readers, which read the links on top of it and the table instead. */
export function Bars({ name, values, formatScale, active, caption, isTall }: BarsProps) {
  const top = scaleMax(values)
  return (
    <div aria-hidden>
      <p className="mb-2 flex justify-between gap-4 text-muted text-xs">
        {name}
        <span className="truncate font-semibold text-ink tabular-nums">{caption}</span>
      </p>
      <div className="flex gap-2">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${values.length} 100`}
          preserveAspectRatio="none"
          className={cx('min-w-0 flex-1 overflow-visible', isTall ? 'h-44' : 'h-28')}
        >
          {[0, 50, 100].map((y) => (
            <line
              key={y}
              x1="0"
              x2={values.length}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              className={y === 100 ? 'stroke-line-strong' : 'stroke-line'}
            />
          ))}
          {values.map((value, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
              key={index}
              x={index + GAP / 2}
              width={1 - GAP}
              y={100 - (value / top) * 100}
              height={(value / top) * 100}
              className={cx(
                'transition-colors',
                active === undefined || active === index ? 'fill-action' : 'fill-action/45',
              )}
            />
          ))}
        </svg>
        <div className="flex w-8 shrink-0 flex-col justify-between text-right text-muted text-xs leading-none tabular-nums">
          <span className="-mt-1.5">{formatScale(top)}</span>
          <span>{formatScale(top / 2)}</span>
          <span className="-mb-1.5">{formatScale(0)}</span>
        </div>
      </div>
    </div>
  )
}
