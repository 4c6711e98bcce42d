import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Settings } from '#contract/staff/settings.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { setRouteDaysOnly, settingsQuery } from '#web/api/staff/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { sendLatest } from './send-latest.ts'
import { SettingsSection } from './settings-section.tsx'

const toDisplayFields = ({ routeDaysOnly }: Settings) => ({
  'Route days only': routeDaysOnly ? 'yes' : 'no',
})

/** Rule 46. */
export function RouteDays({ settings }: { settings: Settings }) {
  const id = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useSave({
    save: (routeDaysOnly: boolean) =>
      sendLatest({
        edited: settings,
        toDisplayFields,
        refetchSettings: () => queryClient.fetchQuery(settingsQuery),
        send: (current) => setRouteDaysOnly(routeDaysOnly, current),
      }),
    onDone: () => undefined,
    successMessage: 'Route days saved',
    errorMessage: 'Failed to save route days',
  })
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
              outside your zones. When off, checkout only suggests route days.
            </span>
          </label>
          <Switch
            id={id}
            checked={Boolean(settings.routeDaysOnly)}
            disabled={isPending}
            onCheckedChange={(isOn) => mutate(isOn)}
          />
        </div>
      </Card>
    </SettingsSection>
  )
}
