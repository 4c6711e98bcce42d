import { useId, useState } from 'react'
import type { Settings } from '#contract/staff/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { RouteDaysDialog } from './route-days-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Rules 46 and 47. */
export function RouteDays({ settings }: { settings: Settings }) {
  const id = useId()
  const [turning, setTurning] = useState<'on' | 'off'>()
  return (
    <SettingsSection
      title="Route days"
      text="The weekdays on which each of your zones is delivered. Staff can always choose another date."
    >
      <Card>
        <div className="flex items-center justify-between gap-4 p-5 sm:p-7">
          <label htmlFor={id}>
            <span className="block font-semibold">Route days only</span>
            <span className="text-muted text-sm">
              Customers can only order for the route days of their zone, up to its capacity, and not
              outside your zones. Subscriptions are delivered on route days, too. When off, checkout
              only suggests route days.
            </span>
          </label>
          <Switch
            id={id}
            checked={Boolean(settings.routeDaysOnly)}
            onCheckedChange={(isOn) => setTurning(isOn ? 'on' : 'off')}
          />
        </div>
      </Card>
      {turning ? (
        <RouteDaysDialog isOn={turning === 'on'} onClose={() => setTurning(undefined)} />
      ) : null}
    </SettingsSection>
  )
}
