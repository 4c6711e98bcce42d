import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { pageData } from '#web/api/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CloseDatesDialog } from './close-dates-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

export function ClosedDates({ settings }: { settings: Settings }) {
  const [isClosing, setIsClosing] = useState(false)
  const [reopening, setReopening] = useState<string>()
  const today = shopDate(pageData().shop.calendar, new Date())
  const upcoming = settings.calendar.closedDates.filter(({ date }) => date >= today)
  return (
    <SettingsSection
      title="Closed dates"
      text="Holidays and other days without deliveries. Nothing can be ordered, delivered or charged on them."
    >
      <Card>
        {upcoming.length === 0 ? (
          <p className="p-5 text-muted sm:px-7">No closed dates. You deliver every day.</p>
        ) : (
          <ul aria-label="Closed dates" className="divide-y divide-line">
            {upcoming.map(({ date, name }) => (
              <li
                key={date}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 sm:px-7"
              >
                <span className="min-w-0">
                  <span className="font-semibold">{formatDate(date)}</span>
                  {name ? (
                    <span className="wrap-anywhere block text-muted text-sm">{name}</span>
                  ) : null}
                </span>
                <Button
                  variant="secondary"
                  aria-label={`Reopen ${formatDate(date)}`}
                  onClick={() => setReopening(date)}
                >
                  Reopen
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-col border-line border-t px-5 py-4 sm:items-end sm:px-7">
          <Button variant="secondary" onClick={() => setIsClosing(true)}>
            Add closed dates
          </Button>
        </div>
      </Card>
      {isClosing ? (
        <CloseDatesDialog settings={settings} today={today} onClose={() => setIsClosing(false)} />
      ) : null}
      {reopening ? <ReopenDialog date={reopening} onClose={() => setReopening(undefined)} /> : null}
    </SettingsSection>
  )
}
