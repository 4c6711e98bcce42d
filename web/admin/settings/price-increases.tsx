import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceIncreaseMode, Settings } from '#contract/staff/settings.ts'
import { failureText } from '#web/api/failures.ts'
import { settingsQuery, updateSettings } from '#web/api/staff/settings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { sendLatest } from './send-latest.ts'
import { SettingsSection } from './settings-section.tsx'

const options: { value: PriceIncreaseMode; label: string; hint: string }[] = [
  {
    value: 'ask',
    label: 'Ask subscribers to agree',
    hint: 'Without an answer they keep their current price.',
  },
  {
    value: 'notice',
    label: 'Notify subscribers only',
    hint: 'The new price applies 14 to 30 days after our email. They can change or cancel before.',
  },
]

const toFields = ({ priceIncreases }: Settings) => ({ 'Price increases': priceIncreases })

/** Rule 32: emails that were sent keep their text. */
export function PriceIncreases({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient()
  const [selected, setSelected] = useState<PriceIncreaseMode>()
  const mode = selected ?? settings.priceIncreases
  const isTouched = mode !== settings.priceIncreases
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      sendLatest({
        edited: settings,
        toDisplayFields: toFields,
        refetchSettings: () => queryClient.fetchQuery(settingsQuery),
        send: (current) => updateSettings({ priceIncreases: mode }, current),
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      setSelected(undefined)
      toast({ title: 'Price increases saved' })
    },
  })
  return (
    <SettingsSection
      title="Price increases"
      text="What happens to active subscriptions when you raise a price. Some states require consent."
    >
      <Card>
        <form
          aria-label="Price increases"
          onSubmit={(event) => {
            event.preventDefault()
            if (isTouched && !isPending) mutate()
          }}
        >
          <div className="flex flex-col gap-5 p-5 sm:p-7">
            {error ? (
              <Alert tone="danger" urgent>
                {failureText(error, 'Failed to save price increases')}
              </Alert>
            ) : null}
            <RadioCards
              legend="When you raise a price"
              options={options}
              value={mode}
              onChange={setSelected}
            />
            <p className="text-muted text-sm">
              Applies to emails we send from now on. Subscribers we've already asked can still
              answer.
            </p>
          </div>
          <div className="flex flex-col border-line border-t px-5 py-4 sm:items-end sm:px-7">
            <Button type="submit" aria-disabled={!isTouched || isPending}>
              {isPending ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </form>
      </Card>
    </SettingsSection>
  )
}
