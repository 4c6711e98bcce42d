import { useId } from 'react'
import type { Insights } from '#contract/staff/insights.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { Card } from '#web/ui/card.tsx'
import { pluralize, sumValues } from './chart-numbers.ts'
import { MetricTile } from './metric-tile.tsx'

type FailedPaymentCount = Insights['recurring']['failed'][number]

const states: Record<FailedPaymentCount['state'], { name: string; hint: string; href: string }> = {
  unpaid: {
    name: 'Retrying card',
    hint: 'We retry for up to 14 days',
    href: staffPaths.subscriptionsNeedingAttention('unpaid'),
  },
  past_due: {
    name: 'Past due',
    hint: 'Ask the customer to pay',
    href: staffPaths.subscriptionsByStatus('past_due'),
  },
}

/** Two counts in one low, full-width card instead of a chart. */
export function FailedPaymentsCard({ failed }: { failed: readonly FailedPaymentCount[] }) {
  const id = useId()
  const all = sumValues(failed.map(({ count }) => count))
  return (
    <Card
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-8 gap-y-3 p-5 sm:px-6 lg:col-span-full"
    >
      <div>
        <h2 id={id} className="text-lg">
          Failed payments
        </h2>
        <p className="mt-1 text-muted text-sm">
          {all
            ? `${pluralize(all, 'subscription has', 'subscriptions have')} an unpaid delivery.`
            : 'No failed payments.'}
        </p>
      </div>
      <ul className="flex flex-1 flex-wrap gap-2 sm:justify-end">
        {failed.map(({ state, count }) => (
          <MetricTile key={state} count={count} {...states[state]} />
        ))}
      </ul>
    </Card>
  )
}
