import type { Insights } from '#contract/staff-desk.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { counted, formatCount, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'

const TITLE = 'Deliveries by state'

const states: Record<string, { name: string; fill: string }> = {
  pending: { name: 'Pending', fill: 'fill-warning' },
  'in-progress': { name: 'In progress', fill: 'fill-aqua-ink' },
  completed: { name: 'Completed', fill: 'fill-success' },
  cancelled: { name: 'Cancelled', fill: 'fill-line-strong' },
}

export function DeliveriesPicture({ deliveries }: { deliveries: Insights['deliveries'] }) {
  const all = sumOf(deliveries.map(({ count }) => count))
  const most = Math.max(1, ...deliveries.map(({ count }) => count))
  const rows = deliveries.map(({ status, count }) => ({
    status,
    count,
    href: staffPaths.schedulesIn(status),
    ...(states[status] ?? { name: status, fill: 'fill-action' }),
  }))
  return (
    <PictureCard
      title={TITLE}
      summary={
        all ? `${counted(all, 'delivery', 'deliveries')} so far.` : 'Nothing is scheduled yet.'
      }
      hasPicture={all > 0}
      className="lg:col-span-2"
      table={
        <FiguresTable
          label={TITLE}
          columns={['State', 'Deliveries']}
          rows={rows.map(({ status, name, count, href }) => ({
            key: status,
            name,
            href,
            cells: [formatCount(count)],
          }))}
        />
      }
    >
      <ul aria-label={TITLE} className="-mx-2 flex flex-col gap-1">
        {rows.map(({ status, name, count, href, fill }) => (
          <li key={status}>
            <SiteLink
              href={href}
              className="flex min-h-11 flex-col justify-center gap-1 rounded-control px-2 py-1.5 text-sm hover:bg-action-soft"
            >
              <span className="flex justify-between gap-4">
                <span>{name}</span>
                <span className="font-semibold tabular-nums">
                  {formatCount(count)}
                  <span className="sr-only"> {count === 1 ? 'delivery' : 'deliveries'}</span>
                </span>
              </span>
              <svg aria-hidden="true" className="h-2.5 w-full">
                <rect width="100%" height="100%" rx="5" className="fill-line" />
                <rect
                  width={`${Math.max(count ? 1.5 : 0, (count / most) * 100)}%`}
                  height="100%"
                  rx="5"
                  className={cx(fill)}
                />
              </svg>
            </SiteLink>
          </li>
        ))}
      </ul>
    </PictureCard>
  )
}
