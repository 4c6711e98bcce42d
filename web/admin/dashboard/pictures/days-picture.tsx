import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { DayChart } from './day-chart.tsx'
import {
  counted,
  formatCount,
  formatShort,
  formatShortDay,
  formatSum,
  largest,
  sumOf,
} from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'

const TITLE = 'Orders and revenue by day'

export function DaysPicture({ days }: { days: Insights['days'] }) {
  const columns = days.map(({ date, orders, revenueCents }) => ({
    key: date,
    tick: formatShortDay(date),
    words: `${formatShortDay(date)}: ${counted(orders, 'order', 'orders')}, ${formatSum(revenueCents)}`,
    href: staffPaths.ordersPlaced(date),
  }))
  const orders = days.map((day) => day.orders)
  return (
    <PictureCard
      title={TITLE}
      figures={[
        { value: formatCount(sumOf(orders)), name: 'orders' },
        { value: formatSum(sumOf(days.map((day) => day.revenueCents))), name: 'revenue' },
      ]}
      summary={summaryOf(days)}
      hasPicture={sumOf(orders) > 0}
      className="lg:col-span-full"
      table={
        <FiguresTable
          label={TITLE}
          columns={['Day', 'Orders', 'Revenue']}
          rows={days.toReversed().map((day) => ({
            key: day.date,
            name: formatShortDay(day.date),
            href: staffPaths.ordersPlaced(day.date),
            cells: [formatCount(day.orders), formatSum(day.revenueCents)],
          }))}
        />
      }
    >
      <DayChart
        label={TITLE}
        columns={columns}
        ticks={{ every: 7, from: (days.length - 1) % 7 }}
        series={[
          { name: 'Orders', values: orders, formatScale: formatShort },
          {
            name: 'Revenue',
            values: days.map(({ revenueCents }) => revenueCents / 100),
            formatScale: (value) => `$${formatShort(value)}`,
          },
        ]}
      />
    </PictureCard>
  )
}

function summaryOf(days: Insights['days']): string {
  const placed = sumOf(days.map(({ orders }) => orders))
  const busiest = largest(days, ({ orders }) => orders)
  if (!placed || !busiest) return `No orders in the last ${days.length} days.`
  return `Last ${days.length} days. Busiest day: ${formatShortDay(busiest.date)} (${formatCount(busiest.orders)}).`
}
