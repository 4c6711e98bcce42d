import type { Insights } from '#contract/staff/insights.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { ChartCard } from './chart-card.tsx'
import { formatCount, sumValues } from './chart-numbers.ts'
import { ChartTable } from './chart-table.tsx'
import { StateBars } from './state-bars.tsx'

const TITLE = 'Deliveries by status'

const states: Record<string, { name: string; fill: string }> = {
  pending: { name: 'Pending', fill: 'fill-warning' },
  'in-progress': { name: 'In progress', fill: 'fill-aqua-ink' },
  completed: { name: 'Completed', fill: 'fill-success' },
  cancelled: { name: 'Cancelled', fill: 'fill-line-strong' },
}

export function DeliveriesChart({ deliveries }: { deliveries: Insights['deliveries'] }) {
  const all = sumValues(deliveries.map(({ count }) => count))
  const rows = deliveries.map(({ status, count }) => ({
    key: status,
    count,
    href: staffPaths.schedulesByStatus(status),
    ...(states[status] ?? { name: status, fill: 'fill-action' }),
  }))
  return (
    <ChartCard
      title={TITLE}
      metrics={[{ value: formatCount(all), name: all === 1 ? 'delivery' : 'deliveries' }]}
      summary={all ? 'Scheduled to date.' : 'No deliveries scheduled.'}
      hasChart={all > 0}
      className="lg:col-span-2"
      table={
        <ChartTable
          label={TITLE}
          columns={['Status', 'Deliveries']}
          rows={rows.map(({ key, name, count, href }) => ({
            key,
            name,
            href,
            cells: [formatCount(count)],
          }))}
        />
      }
    >
      <StateBars label={TITLE} rows={rows} noun={['delivery', 'deliveries']} />
    </ChartCard>
  )
}
