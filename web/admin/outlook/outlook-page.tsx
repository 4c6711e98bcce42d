import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { type OutlookDay, type OutlookMark, outlookMark } from '#contract/zones/outlook.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { outlookQuery } from '#web/api/staff/outlook.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { dayLabel, type OutlookWeek, toWeeks } from './outlook-weeks.ts'

export default function OutlookPage() {
  return (
    <AdminLayout>
      <PageHeading
        title="Outlook"
        text="Compare the bottles of the next six weeks with what each zone can deliver."
      />
      <Outlook />
    </AdminLayout>
  )
}

function Outlook() {
  const { data: days, error, refetch } = useQuery(outlookQuery)
  if (!days) {
    return error ? (
      <LoadError
        title="We couldn't load the outlook"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading outlook" />
    )
  }
  if (days.length === 0) {
    return (
      <EmptyState
        icon={ChartNoAxesColumn}
        title="No route days"
        text="Add zones with route days to see how full they are."
      />
    )
  }
  return (
    <div className="flex flex-col gap-8">
      {toWeeks(days).map((week) => (
        <Week key={week.monday} week={week} />
      ))}
    </div>
  )
}

function Week({ week }: { week: OutlookWeek }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg">
        Week of {formatDate(week.monday, 'short')}
      </h2>
      <Card className="overflow-hidden">
        <WeekTable week={week} labelledBy={id} />
        <WeekList week={week} />
      </Card>
    </section>
  )
}

/** For wide screens: zones by days. */
function WeekTable({ week, labelledBy }: { week: OutlookWeek; labelledBy: string }) {
  return (
    <table aria-labelledby={labelledBy} className="hidden w-full table-fixed text-sm lg:table">
      <thead>
        <tr className="border-line border-b text-left text-muted">
          <th scope="col" className="w-[16%] px-4 py-3 font-semibold">
            Zone
          </th>
          {week.dates.map((date) => (
            <th key={date} scope="col" className="px-2 py-3 font-semibold">
              {dayLabel(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {week.zones.map(({ id, name, days }) => (
          <tr key={id} className="border-line border-b last:border-b-0">
            <th scope="row" className="break-words px-4 py-3 text-left font-semibold">
              {name}
            </th>
            {week.dates.map((date) => {
              const day = days.get(date)
              return (
                <td key={date} className="px-2 py-3 align-top">
                  {day ? <Load day={day} /> : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** For phones and tablets: the days of each zone. */
function WeekList({ week }: { week: OutlookWeek }) {
  return (
    <ul className="lg:hidden">
      {week.zones.map(({ id, name, days }) => (
        <li key={id} className="border-line border-b p-4 last:border-b-0">
          <h3 className="break-words font-semibold text-base">{name}</h3>
          <dl className="mt-2 flex flex-col gap-2 text-sm">
            {[...days].map(([date, day]) => (
              <div key={date} className="flex items-start justify-between gap-4">
                <dt className="text-muted">{dayLabel(date)}</dt>
                <dd>
                  <Load day={day} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** Days with few deliveries are common, so they are only counted in a sentence. */
const marks: Record<Exclude<OutlookMark, 'under'>, { tone: BadgeTone; label: string }> = {
  over: { tone: 'danger', label: 'Over' },
  off: { tone: 'neutral', label: 'No route day' },
}

/** '34 / 120', with a mark. */
function Load({ day }: { day: OutlookDay }) {
  const { bottles, capacity } = day
  const mark = outlookMark(day)
  return (
    <span className="flex items-center gap-x-2 gap-y-1 lg:flex-wrap">
      <span className="whitespace-nowrap tabular-nums">
        {bottles.toLocaleString('en-US')}
        {capacity === null ? null : ` / ${capacity.toLocaleString('en-US')}`}
      </span>
      {/* In a list, marks are a column of their own, so that the numbers end below each other. */}
      <span className="max-lg:w-24">
        {mark === 'under' ? <span className="text-muted text-xs">Under half</span> : null}
        {mark && mark !== 'under' ? (
          <Badge tone={marks[mark].tone}>{marks[mark].label}</Badge>
        ) : null}
      </span>
    </span>
  )
}
