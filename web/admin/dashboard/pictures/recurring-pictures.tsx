import type { Insights } from '#contract/backoffice.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { ChurnPicture } from './churn-picture.tsx'
import { DayChart } from './day-chart.tsx'
import { FailedPaymentsPicture } from './failed-payments-picture.tsx'
import { counted, formatMonth, formatShort, formatSum, sumOf } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import { PictureCard } from './picture-card.tsx'

type Recurring = Insights['recurring']

/** How the recurring business runs. */
export function RecurringPictures({ recurring }: { recurring: Recurring }) {
  return (
    <div className="grid gap-4 lg:col-span-full lg:grid-cols-2">
      <RevenuePicture recurring={recurring} />
      <ChurnPicture months={recurring.months} />
      <FailedPaymentsPicture failed={recurring.failed} />
    </div>
  )
}

const TITLE = 'Recurring revenue'

function RevenuePicture({ recurring: { active, monthlyCents, months } }: { recurring: Recurring }) {
  const href = staffPaths.subscriptionsIn('active')
  const values = months.map(({ broughtCents }) => broughtCents)
  return (
    <PictureCard
      title={TITLE}
      figures={[{ value: formatSum(monthlyCents), name: 'a month' }]}
      summary={
        active
          ? `${counted(active, 'active subscription', 'active subscriptions')} at today's prices.`
          : 'No active subscriptions.'
      }
      hasPicture={sumOf(values) > 0}
      table={
        <FiguresTable
          label={TITLE}
          columns={['Month', 'Revenue']}
          rows={months.toReversed().map(({ month, broughtCents }) => ({
            key: month,
            name: formatMonth(month, 'long'),
            href,
            cells: [formatSum(broughtCents)],
          }))}
        />
      }
    >
      <DayChart
        label={TITLE}
        columns={months.map(({ month, broughtCents }) => ({
          key: month,
          tick: formatMonth(month, 'short'),
          words: `${formatMonth(month, 'long')}: ${formatSum(broughtCents)}`,
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
    </PictureCard>
  )
}
