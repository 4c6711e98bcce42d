import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChangeCalendarDialog } from './change-calendar-dialog.tsx'
import { PeriodList } from './period-list.tsx'
import { shopPeriods } from './shop-periods.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

export function DeliveryTimes({ settings }: { settings: Settings }) {
  const [dialog, setDialog] = useState<'change' | 'withdraw'>()
  const close = () => setDialog(undefined)
  const { current, planned } = shopPeriods(settings, new Date())
  return (
    <SettingsSection
      title="Delivery times"
      text="When you deliver, remind customers and charge cards. A change starts on a date you choose."
    >
      <Card>
        <div className="p-5 sm:p-7">
          <PeriodList period={current} />
        </div>
        {planned ? (
          <div className="flex flex-col gap-4 border-line border-t p-5 sm:px-7">
            <h3 className="font-semibold text-base">From {formatDate(planned.from)}</h3>
            <PeriodList period={planned} />
            <Button
              variant="secondary"
              className="self-start max-sm:w-full"
              onClick={() => setDialog('withdraw')}
            >
              Withdraw change
            </Button>
          </div>
        ) : null}
        <div className="flex flex-col border-line border-t px-5 py-4 sm:items-end sm:px-7">
          <Button variant="secondary" onClick={() => setDialog('change')}>
            Change delivery times
          </Button>
        </div>
      </Card>
      {dialog === 'change' ? <ChangeCalendarDialog settings={settings} onClose={close} /> : null}
      {dialog === 'withdraw' && planned ? (
        <WithdrawDialog planned={planned} onClose={close} />
      ) : null}
    </SettingsSection>
  )
}
