import type { Insights } from '#contract/staff/insights.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { ChartCard } from './chart-card.tsx'
import {
  formatCount,
  formatDollars,
  formatShort,
  formatShortDay,
  largest,
  pluralize,
  sumValues,
} from './chart-numbers.ts'
import { ChartTable } from './chart-table.tsx'
import { DayChart } from './day-chart.tsx'

const TITLE = 'Orders and revenue by day'

export function DailyOrdersChart({ days }: { days: Insights['days'] }) {
  const columns = days.map(({ date, orders, revenueCents }) => ({
    key: date,
    tick: formatShortDay(date),
    description: `${formatShortDay(date)}: ${pluralize(orders, 'order', 'orders')}, ${formatDollars(revenueCents)}`,
    href: staffPaths.ordersPlaced(date),
  }))
  const orders = days.map((day) => day.orders)
  return (
    <ChartCard
      title={TITLE}
      metrics={[
        { value: formatCount(sumValues(orders)), name: 'orders' },
        { value: formatDollars(sumValues(days.map((day) => day.revenueCents))), name: 'revenue' },
      ]}
      summary={summarize(days)}
      hasChart={sumValues(orders) > 0}
      className="lg:col-span-full"
      table={
        <ChartTable
          label={TITLE}
          columns={['Day', 'Orders', 'Revenue']}
          rows={days.toReversed().map((day) => ({
            key: day.date,
            name: formatShortDay(day.date),
            href: staffPaths.ordersPlaced(day.date),
            cells: [formatCount(day.orders), formatDollars(day.revenueCents)],
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
    </ChartCard>
  )
}

function summarize(days: Insights['days']): string {
  const placed = sumValues(days.map(({ orders }) => orders))
  const busiest = largest(days, ({ orders }) => orders)
  if (!placed || !busiest) return `No orders in the last ${days.length} days.`
  return `Last ${days.length} days. Busiest day: ${formatShortDay(busiest.date)} (${formatCount(busiest.orders)}).`
}
