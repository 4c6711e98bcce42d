import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { DayChart } from './day-chart.tsx'
import { formatCount, formatMonth, formatShare, formatShort, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'

type Month = Insights['recurring']['months'][number]

const TITLE = 'Churn'

export function ChurnPicture({ months }: { months: readonly Month[] }) {
  const href = staffPaths.subscriptionsIn('cancelled')
  return (
    <PictureCard
      title={TITLE}
      summary={summaryOf(months.at(-1))}
      hasPicture={sumOf(months.map(({ cancelled }) => cancelled)) > 0}
      table={
        <FiguresTable
          label={TITLE}
          columns={['Month', 'Running at its start', 'Cancelled', 'Churn']}
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
  if (!month?.activeAtStart) return 'No subscription was running when this month began.'
  const { cancelled, activeAtStart } = month
  if (!cancelled) return `None of ${formatCount(activeAtStart)} cancelled so far this month.`
  return `${formatCount(cancelled)} of ${formatCount(activeAtStart)} cancelled so far this month: ${formatShare(cancelled, activeAtStart)}.`
}
