import type { Insights } from '#contract/staff/insights.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { ChartCard } from './chart-card.tsx'
import { formatDollars, formatMonth, formatShort, pluralize, sumValues } from './chart-numbers.ts'
import { ChartTable } from './chart-table.tsx'
import { ChurnChart } from './churn-chart.tsx'
import { DayChart } from './day-chart.tsx'
import { FailedPaymentsCard } from './failed-payments-card.tsx'

type Recurring = Insights['recurring']

export function RecurringCharts({ recurring }: { recurring: Recurring }) {
  return (
    <div className="grid gap-4 lg:col-span-full lg:grid-cols-2">
      <RevenueChart recurring={recurring} />
      <ChurnChart months={recurring.months} />
      <FailedPaymentsCard failed={recurring.failed} />
    </div>
  )
}

const TITLE = 'Recurring revenue'

function RevenueChart({ recurring: { active, monthlyCents, months } }: { recurring: Recurring }) {
  const href = staffPaths.subscriptionsByStatus('active')
  const values = months.map(({ revenueCents }) => revenueCents)
  return (
    <ChartCard
      title={TITLE}
      metrics={[{ value: formatDollars(monthlyCents), name: 'per month' }]}
      summary={
        active
          ? `${pluralize(active, 'active subscription', 'active subscriptions')} at today's prices.`
          : 'No active subscriptions.'
      }
      hasChart={sumValues(values) > 0}
      table={
        <ChartTable
          label={TITLE}
          columns={['Month', 'Revenue']}
          rows={months.toReversed().map(({ month, revenueCents }) => ({
            key: month,
            name: formatMonth(month, 'long'),
            href,
            cells: [formatDollars(revenueCents)],
          }))}
        />
      }
    >
      <DayChart
        label={TITLE}
        columns={months.map(({ month, revenueCents }) => ({
          key: month,
          tick: formatMonth(month, 'short'),
          description: `${formatMonth(month, 'long')}: ${formatDollars(revenueCents)}`,
          href,
        }))}
        ticks={{ every: 1, from: 0 }}
        series={[
          {
            name: 'Recurring revenue collected',
            values: values.map((cents) => cents / 100),
            formatScale: (value) => `$${formatShort(value)}`,
          },
        ]}
      />
    </ChartCard>
  )
}
