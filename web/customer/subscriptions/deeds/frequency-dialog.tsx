import { useState } from 'react'
import { formatDate } from '#contract/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { frequencyOptions } from '#web/shared/frequency.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { DeedDialog, type DeedProps } from './deed-dialog.tsx'

const hints: Record<Frequency, string> = {
  weekly: 'Every 7 days',
  'bi-weekly': 'Every 14 days',
  monthly: 'On the same day of each month',
}

const options = frequencyOptions.map((option) => ({ ...option, hint: hints[option.value] }))

export function FrequencyDialog(props: DeedProps) {
  const { frequency: now } = props.subscription
  const [frequency, setFrequency] = useState<Frequency>(now)
  return (
    <DeedDialog
      {...props}
      title="Change how often"
      description="The next delivery keeps its date; the new rhythm counts from there."
      deed={frequency === now ? undefined : { do: 'change', frequency }}
      missing="This is how often it comes now."
      says={({ next, calendar }) => {
        const following = calendar.find(
          ({ date, status }) => next && date > next.date && status !== 'skipped',
        )
        return following ? (
          <p>The one after the next comes on {formatDate(following.date)}.</p>
        ) : null
      }}
      confirmLabel="Change frequency"
      keepLabel="Keep it"
      done="Frequency changed"
    >
      <RadioCards legend="Frequency" options={options} value={frequency} onChange={setFrequency} />
    </DeedDialog>
  )
}
