import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { frequencyOptions } from '#web/shared/orders/frequency.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'

const hints: Record<Frequency, string> = {
  weekly: 'Every 7 days',
  'bi-weekly': 'Every 14 days',
  monthly: 'On the same day of each month',
}

const options = frequencyOptions.map((option) => ({ ...option, hint: hints[option.value] }))

export function FrequencyDialog(props: ChangeProps) {
  const { frequency: current } = props.subscription
  const [frequency, setFrequency] = useState<Frequency>(current)
  return (
    <ChangeDialog
      {...props}
      title="Change frequency"
      description="Your next delivery date won't change. The new frequency starts after it."
      change={frequency === current ? undefined : { type: 'change', frequency }}
      incompleteText="This is your current frequency."
      describeEffect={({ next, calendar }) => {
        const following = calendar.find(
          ({ date, status }) => next && date > next.date && status !== 'skipped',
        )
        return following ? (
          <p>The delivery after that will be on {formatDate(following.date)}.</p>
        ) : null
      }}
      confirmLabel="Change frequency"
      dismissLabel="Keep frequency"
      successMessage="Frequency updated"
    >
      <RadioCards legend="Frequency" options={options} value={frequency} onChange={setFrequency} />
    </ChangeDialog>
  )
}
