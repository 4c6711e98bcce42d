import { useState } from 'react'
import { addDays, addDaysClamped, formatDate, isCalendarDate } from '#contract/dates/calendar.ts'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import { pageData } from '#web/api/page-data.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { droppedDates, droppedDatesText } from '../format-dates.ts'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'

const DEFAULT_PAUSE_DAYS = 28

const pauseOptions = [
  { value: 'date', label: 'Until a date', hint: 'Deliveries restart automatically.' },
  { value: 'resumed', label: 'Until I resume', hint: 'No deliveries until you resume.' },
] as const

export function PauseDialog(props: ChangeProps) {
  const { subscription } = props
  const { today } = pageData()
  const [pauseType, setPauseType] = useState<'date' | 'resumed'>('date')
  const [until, setUntil] = useState(
    subscription.pausedUntil ??
      addDaysClamped(subscription.next?.date ?? today, DEFAULT_PAUSE_DAYS),
  )
  const hasDate = pauseType === 'date'
  const isComplete = !hasDate || isCalendarDate(until)
  return (
    <ChangeDialog
      {...props}
      title="Pause deliveries"
      change={isComplete ? { type: 'pause', until: hasDate ? until : null } : undefined}
      incompleteText="Please select a date"
      describeEffect={(after) => {
        const dropped = droppedDates(subscription, after)
        return dropped.length > 0 ? (
          <p>{droppedDatesText(dropped)}</p>
        ) : (
          <p>{hasDate ? `Paused until ${formatDate(until)}.` : 'Paused until you resume.'}</p>
        )
      }}
      confirmLabel="Pause deliveries"
      dismissLabel="Keep deliveries"
      successMessage="Deliveries paused"
    >
      <RadioCards
        legend="For how long?"
        options={pauseOptions}
        value={pauseType}
        onChange={setPauseType}
      />
      {hasDate ? (
        <Field label="Pause until" hint="Deliveries restart on or after this date.">
          {(control) => (
            <Input
              {...control}
              type="date"
              min={addDays(today, 1)}
              max={latestPlanDate(today)}
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </ChangeDialog>
  )
}

export function ResumeDialog(props: ChangeProps) {
  return (
    <ChangeDialog
      {...props}
      title="Resume deliveries?"
      change={{ type: 'resume' }}
      describeEffect={(after) =>
        after.next ? <p>Your deliveries restart on {formatDate(after.next.date)}.</p> : null
      }
      confirmLabel="Resume deliveries"
      dismissLabel="Keep paused"
      successMessage="Deliveries resumed"
    />
  )
}
