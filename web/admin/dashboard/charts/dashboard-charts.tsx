import { useQuery } from '@tanstack/react-query'
import { insightsQuery } from '#web/api/staff/insights.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AttentionCard } from './attention-card.tsx'
import { BottlesChart } from './bottles-chart.tsx'
import { DailyOrdersChart } from './daily-orders-chart.tsx'
import { DeliveriesChart } from './deliveries-chart.tsx'
import { DepositsCard } from './deposits-card.tsx'
import { RecurringCharts } from './recurring-charts.tsx'

/** Charts and attention items below the stat cards. */
export function DashboardCharts() {
  const { data, error, isFetching, refetch } = useQuery(insightsQuery)
  if (data) {
    return (
      <div className="mt-4 grid gap-4 lg:grid-cols-5">
        <AttentionCard counts={data.needsAttention} />
        <DailyOrdersChart days={data.days} />
        <BottlesChart bottles={data.bottles} />
        <DeliveriesChart deliveries={data.deliveries} />
        <DepositsCard deposits={data.deposits} />
        {data.recurring ? <RecurringCharts recurring={data.recurring} /> : null}
      </div>
    )
  }
  if (error && !isFetching) return <ChartsError onRetry={() => void refetch()} />
  return <ChartsSkeleton />
}

/** A status and not an alert, because the stat cards above still work. */
function ChartsError({ onRetry }: { onRetry: () => void }) {
  return (
    <Card
      role="status"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 px-5 py-4 text-muted text-sm sm:px-6"
    >
      <p>We couldn't load your reports.</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </Card>
  )
}

function ChartsSkeleton() {
  return (
    <div role="status" aria-busy aria-label="Loading reports" className="mt-4 grid gap-4">
      <Card className="flex flex-col gap-4 p-6">
        <Skeleton className="h-6 w-40" />
        <div className="grid gap-3 sm:grid-cols-2">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      </Card>
      <Card className="flex flex-col gap-4 p-6">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-48" />
      </Card>
    </div>
  )
}
