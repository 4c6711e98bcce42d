import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { DayChart } from './day-chart.tsx'
import { counted, formatCount, formatShort, formatShortDay, largest, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'

const TITLE = 'Bottles to deliver'

export function BottlesPicture({ bottles }: { bottles: Insights['bottles'] }) {
  const values = bottles.map((day) => day.bottles)
  return (
    <PictureCard
      title={TITLE}
      figures={[{ value: formatCount(sumOf(values)), name: 'bottles' }]}
      summary={summaryOf(bottles)}
      hasPicture={sumOf(values) > 0}
      className="lg:col-span-3"
      table={
        <FiguresTable
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
          words: `${formatShortDay(day.date)}: ${counted(day.bottles, 'bottle', 'bottles')}`,
          href: staffPaths.ordersDue(day.date),
        }))}
        ticks={{ every: 4, from: 1 }}
        series={[{ name: 'Bottles', values, formatScale: formatShort }]}
      />
    </PictureCard>
  )
}

function summaryOf(bottles: Insights['bottles']): string {
  const all = sumOf(bottles.map((day) => day.bottles))
  const busiest = largest(bottles, (day) => day.bottles)
  if (!all || !busiest) return `No deliveries in the next ${bottles.length} days.`
  return `Next ${bottles.length} days. Busiest day: ${formatShortDay(busiest.date)} (${formatCount(busiest.bottles)}).`
}
