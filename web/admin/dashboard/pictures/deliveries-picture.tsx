import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { formatCount, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'
import { StateBars } from './state-bars.tsx'

const TITLE = 'Deliveries by status'

const states: Record<string, { name: string; fill: string }> = {
  pending: { name: 'Pending', fill: 'fill-warning' },
  'in-progress': { name: 'In progress', fill: 'fill-aqua-ink' },
  completed: { name: 'Completed', fill: 'fill-success' },
  cancelled: { name: 'Cancelled', fill: 'fill-line-strong' },
}

export function DeliveriesPicture({ deliveries }: { deliveries: Insights['deliveries'] }) {
  const all = sumOf(deliveries.map(({ count }) => count))
  const rows = deliveries.map(({ status, count }) => ({
    key: status,
    count,
    href: staffPaths.schedulesIn(status),
    ...(states[status] ?? { name: status, fill: 'fill-action' }),
  }))
  return (
    <PictureCard
      title={TITLE}
      figures={[{ value: formatCount(all), name: all === 1 ? 'delivery' : 'deliveries' }]}
      summary={all ? 'Scheduled to date.' : 'No deliveries scheduled.'}
      hasPicture={all > 0}
      className="lg:col-span-2"
      table={
        <FiguresTable
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
    </PictureCard>
  )
}
