import { useId } from 'react'
import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { Card } from '#web/ui/card.tsx'
import { FigureTile } from './figure-tile.tsx'
import { counted, sumOf } from './figures.ts'

type Failed = Insights['recurring']['failed'][number]

const states: Record<Failed['state'], { name: string; hint: string; href: string }> = {
  unpaid: {
    name: 'Retrying card',
    hint: 'We retry for up to 14 days',
    href: staffPaths.subscriptionsNeeding('unpaid'),
  },
  past_due: {
    name: 'Past due',
    hint: 'Ask the customer to pay',
    href: staffPaths.subscriptionsIn('past_due'),
  },
}

/** Two numbers need no chart: one low card over the whole width. */
export function FailedPaymentsPicture({ failed }: { failed: readonly Failed[] }) {
  const id = useId()
  const all = sumOf(failed.map(({ count }) => count))
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
            ? `${counted(all, 'subscription has', 'subscriptions have')} an unpaid delivery.`
            : 'No failed payments.'}
        </p>
      </div>
      <ul className="flex flex-1 flex-wrap gap-2 sm:justify-end">
        {failed.map(({ state, count }) => (
          <FigureTile key={state} count={count} {...states[state]} />
        ))}
      </ul>
    </Card>
  )
}
