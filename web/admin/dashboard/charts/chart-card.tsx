import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

export type HeadlineMetric = { value: string; name: string }

type ChartCardProps = {
  title: string
  /** The most important numbers of the card. */
  metrics: readonly HeadlineMetric[]
  /** One sentence about the numbers. */
  summary: string
  /** False if there is no data to draw; the summary then states it. */
  hasChart?: boolean
  table: ReactNode
  className?: string
  children: ReactNode
}

/** Headline numbers with a chart that can be switched to a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, metrics, summary, hasChart = true, table, className, children } = props
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? ChartColumn : Table2
  const toggle = isTable ? 'View chart' : 'View table'
  return (
    <Card
      aria-labelledby={id}
      className={cx('@container flex flex-col gap-4 p-5 sm:p-6', className)}
    >
      <div>
        <div className="flex items-center justify-between gap-3">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {hasChart ? (
            <Button
              variant="ghost"
              size="small"
              title={toggle}
              aria-describedby={id}
              className="-my-1 -mr-2 text-muted"
              onClick={() => setIsTable(!isTable)}
            >
              <Icon aria-hidden className="size-4.5" />
              <span className="sr-only @md:not-sr-only">{toggle}</span>
            </Button>
          ) : null}
        </div>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-6">
          {metrics.map(({ value, name }) => (
            <span key={name} className="text-muted text-sm">
              <strong className="font-extrabold text-2xl text-ink tabular-nums tracking-tight">
                {value}
              </strong>{' '}
              {name}
            </span>
          ))}
        </p>
        <p className="mt-0.5 text-muted text-sm">{summary}</p>
      </div>
      {/* Bottom-aligned, so that the charts of neighboring cards line up. */}
      {hasChart ? <div className="mt-auto">{isTable ? table : children}</div> : null}
    </Card>
  )
}
