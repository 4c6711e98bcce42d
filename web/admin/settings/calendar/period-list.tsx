import type { CalendarPeriod } from '#contract/dates/shop-calendar.ts'
import { periodLines } from './shop-periods.ts'

export function PeriodList({ period }: { period: CalendarPeriod }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[10rem_1fr] sm:gap-y-2">
      {Object.entries(periodLines(period)).map(([label, text]) => (
        <div key={label} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
