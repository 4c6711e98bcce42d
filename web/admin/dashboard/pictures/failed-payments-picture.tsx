import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { counted, formatCount, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'
import { StateBars } from './state-bars.tsx'

type Failed = Insights['recurring']['failed'][number]

const TITLE = 'Failed payments'

const states: Record<Failed['state'], { name: string; href: string; fill: string }> = {
  unpaid: {
    name: 'Card is asked again',
    href: staffPaths.subscriptionsNeeding('unpaid'),
    fill: 'fill-warning',
  },
  past_due: {
    name: 'Past due',
    href: staffPaths.subscriptionsIn('past_due'),
    fill: 'fill-danger',
  },
}

export function FailedPaymentsPicture({ failed }: { failed: readonly Failed[] }) {
  const all = sumOf(failed.map(({ count }) => count))
  const rows = failed.map(({ state, count }) => ({ key: state, count, ...states[state] }))
  return (
    <PictureCard
      title={TITLE}
      summary={
        all
          ? `${counted(all, 'subscription waits', 'subscriptions wait')} for money.`
          : 'Every delivery that was charged is paid.'
      }
      hasPicture={all > 0}
      className="lg:max-xl:col-span-2"
      table={
        <FiguresTable
          label={TITLE}
          columns={['State', 'Subscriptions']}
          rows={rows.map(({ key, name, href, count }) => ({
            key,
            name,
            href,
            cells: [formatCount(count)],
          }))}
        />
      }
    >
      <StateBars label={TITLE} rows={rows} noun={['subscription', 'subscriptions']} />
    </PictureCard>
  )
}
