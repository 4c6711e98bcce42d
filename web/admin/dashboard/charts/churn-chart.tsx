import type { Insights } from '#contract/staff/insights.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { ChartCard } from './chart-card.tsx'
import {
  formatCount,
  formatMonth,
  formatShare,
  formatShort,
  pluralize,
  sumValues,
} from './chart-numbers.ts'
import { ChartTable } from './chart-table.tsx'
import { DayChart } from './day-chart.tsx'

type Month = Insights['recurring']['months'][number]

const TITLE = 'Churn'

export function ChurnChart({ months }: { months: readonly Month[] }) {
  const href = staffPaths.subscriptionsByStatus('cancelled')
  const now = months.at(-1)
  return (
    <ChartCard
      title={TITLE}
      metrics={[
        { value: formatShare(now?.cancelled ?? 0, now?.activeAtStart ?? 0), name: 'this month' },
      ]}
      summary={summarize(now)}
      hasChart={sumValues(months.map(({ cancelled }) => cancelled)) > 0}
      table={
        <ChartTable
          label={TITLE}
          columns={['Month', 'Active at start', 'Cancelled', 'Churn']}
          rows={months.toReversed().map((month) => ({
            key: month.month,
            name: formatMonth(month.month, 'long'),
            href,
            cells: [
              formatCount(month.activeAtStart),
              formatCount(month.cancelled),
              formatShare(month.cancelled, month.activeAtStart),
            ],
          }))}
        />
      }
    >
      <DayChart
        label={TITLE}
        columns={months.map((month) => ({
          key: month.month,
          tick: formatMonth(month.month, 'short'),
          description: `${formatMonth(month.month, 'long')}: ${formatCount(month.cancelled)} of ${formatCount(month.activeAtStart)} cancelled`,
          href,
        }))}
        ticks={{ every: 1, from: 0 }}
        series={[
          {
            name: 'Cancelled',
            values: months.map(({ cancelled }) => cancelled),
            formatScale: formatShort,
          },
        ]}
      />
    </ChartCard>
  )
}

function summarize(month: Month | undefined): string {
  if (!month?.activeAtStart) return 'No active subscriptions at the start of this month.'
  return `${formatCount(month.cancelled)} of ${pluralize(month.activeAtStart, 'subscription', 'subscriptions')} cancelled so far.`
}
