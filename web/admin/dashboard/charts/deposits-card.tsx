import { useId } from 'react'
import type { Insights } from '#contract/staff/insights.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDollars, pluralize } from './chart-numbers.ts'

/** Rule 42: a liability, so it is separate from the revenue. A backend may have no deposits. */
export function DepositsCard({ deposits }: { deposits: Insights['deposits'] }) {
  const id = useId()
  if (!deposits.bottles) return null
  return (
    <Card
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 p-5 sm:px-6 lg:col-span-full"
    >
      <div>
        <h2 id={id} className="text-lg">
          Bottle deposits
        </h2>
        <p className="mt-1 text-muted text-sm">
          Owed to customers for {pluralize(deposits.bottles, 'bottle', 'bottles')}. Not part of your
          revenue.
        </p>
      </div>
      <p className="font-extrabold text-2xl tabular-nums">{formatDollars(deposits.cents)}</p>
    </Card>
  )
}
