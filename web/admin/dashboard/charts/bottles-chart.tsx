import type { Insights } from '#contract/staff/insights.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { ChartCard } from './chart-card.tsx'
import {
  formatCount,
  formatShort,
  formatShortDay,
  largest,
  pluralize,
  sumValues,
} from './chart-numbers.ts'
import { ChartTable } from './chart-table.tsx'
import { DayChart } from './day-chart.tsx'

const TITLE = 'Bottles to deliver'

export function BottlesChart({ bottles }: { bottles: Insights['bottles'] }) {
  const values = bottles.map((day) => day.bottles)
  return (
    <ChartCard
      title={TITLE}
      metrics={[{ value: formatCount(sumValues(values)), name: 'bottles' }]}
      summary={summarize(bottles)}
      hasChart={sumValues(values) > 0}
      className="lg:col-span-3"
      table={
        <ChartTable
          label={TITLE}
          columns={['Day', 'Bottles']}
          rows={bottles.map((day) => ({
            key: day.date,
            name: formatShortDay(day.date),
            href: staffPaths.ordersDue(day.date),
            cells: [formatCount(day.bottles)],
          }))}
        />
      }
    >
      <DayChart
        label={TITLE}
        columns={bottles.map((day) => ({
          key: day.date,
          tick: formatShortDay(day.date),
          description: `${formatShortDay(day.date)}: ${pluralize(day.bottles, 'bottle', 'bottles')}`,
          href: staffPaths.ordersDue(day.date),
        }))}
        ticks={{ every: 4, from: 1 }}
        series={[{ name: 'Bottles', values, formatScale: formatShort }]}
      />
    </ChartCard>
  )
}

function summarize(bottles: Insights['bottles']): string {
  const all = sumValues(bottles.map((day) => day.bottles))
  const busiest = largest(bottles, (day) => day.bottles)
  if (!all || !busiest) return `No deliveries in the next ${bottles.length} days.`
  return `Next ${bottles.length} days. Busiest day: ${formatShortDay(busiest.date)} (${formatCount(busiest.bottles)}).`
}
