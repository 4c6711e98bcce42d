import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Settings } from '#contract/staff/settings.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { setChargesTax, settingsQuery } from '#web/api/staff/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { sendLatest } from '../send-latest.ts'
import { SettingsSection } from '../settings-section.tsx'
import { TaxRates } from './tax-rates.tsx'

const toDisplayFields = ({ chargesTax }: Settings) => ({
  'Charge sales tax': chargesTax ? 'yes' : 'no',
})

export function SalesTax({ settings }: { settings: Settings }) {
  const id = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useSave({
    save: (chargesTax: boolean) =>
      sendLatest({
        edited: settings,
        toDisplayFields,
        refetchSettings: () => queryClient.fetchQuery(settingsQuery),
        send: (current) => setChargesTax(chargesTax, current),
      }),
    onDone: () => undefined,
    successMessage: 'Sales tax saved',
    errorMessage: 'Failed to save sales tax',
  })
  return (
    <SettingsSection
      title="Sales tax"
      text="Your prices exclude tax. We add it to each order by the delivery address and date."
    >
      <Card>
        <div className="flex items-center justify-between gap-4 p-5 sm:p-7">
          <label htmlFor={id}>
            <span className="block font-semibold">Charge sales tax</span>
            <span className="text-muted text-sm">
              Applies to new orders. Orders already placed keep their amounts.
            </span>
          </label>
          <Switch
            id={id}
            checked={settings.chargesTax}
            disabled={isPending}
            onCheckedChange={(isOn) => mutate(isOn)}
          />
        </div>
        <TaxRates isCharged={settings.chargesTax} />
      </Card>
    </SettingsSection>
  )
}
