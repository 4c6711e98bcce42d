import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { DayChart } from './day-chart.tsx'
import { counted, formatCount, formatMonth, formatShare, formatShort, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'

type Month = Insights['recurring']['months'][number]

const TITLE = 'Churn'

export function ChurnPicture({ months }: { months: readonly Month[] }) {
  const href = staffPaths.subscriptionsIn('cancelled')
  const now = months.at(-1)
  return (
    <PictureCard
      title={TITLE}
      figures={[
        { value: formatShare(now?.cancelled ?? 0, now?.activeAtStart ?? 0), name: 'this month' },
      ]}
      summary={summaryOf(now)}
      hasPicture={sumOf(months.map(({ cancelled }) => cancelled)) > 0}
      table={
        <FiguresTable
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
          words: `${formatMonth(month.month, 'long')}: ${formatCount(month.cancelled)} of ${formatCount(month.activeAtStart)} cancelled`,
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
    </PictureCard>
  )
}

function summaryOf(month: Month | undefined): string {
  if (!month?.activeAtStart) return 'No active subscriptions at the start of this month.'
  return `${formatCount(month.cancelled)} of ${counted(month.activeAtStart, 'subscription', 'subscriptions')} cancelled so far.`
}
