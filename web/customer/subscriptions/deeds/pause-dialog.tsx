import { useState } from 'react'
import { addDays, addDaysWithin, formatDate, isCalendarDate } from '#contract/calendar.ts'
import { latestPlanDate } from '#contract/date-limits.ts'
import { pageFacts } from '#web/api/page-facts.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { datesLost, lostWords } from '../date-words.ts'
import { DeedDialog, type DeedProps } from './deed-dialog.tsx'

const FOUR_WEEKS = 28

const ways = [
  { value: 'date', label: 'Until a date', hint: 'Deliveries start again by themselves.' },
  { value: 'resumed', label: 'Until I resume', hint: 'Nothing comes until you say so.' },
] as const

export function PauseDialog(props: DeedProps) {
  const { subscription } = props
  const { today } = pageFacts()
  const [way, setWay] = useState<'date' | 'resumed'>('date')
  const [until, setUntil] = useState(
    subscription.pausedUntil ?? addDaysWithin(subscription.next?.date ?? today, FOUR_WEEKS),
  )
  const hasDate = way === 'date'
  const isWish = !hasDate || isCalendarDate(until)
  return (
    <DeedDialog
      {...props}
      title="Pause deliveries"
      deed={isWish ? { do: 'pause', until: hasDate ? until : null } : undefined}
      missing="Please select a date"
      says={(after) => {
        const lost = datesLost(subscription, after)
        return lost.length > 0 ? (
          <p>{lostWords(lost)}</p>
        ) : (
          <p>{hasDate ? `Paused until ${formatDate(until)}.` : 'Paused until you resume.'}</p>
        )
      }}
      confirmLabel="Pause"
      keepLabel="Keep deliveries"
      done="Deliveries paused"
    >
      <RadioCards legend="For how long?" options={ways} value={way} onChange={setWay} />
      {hasDate ? (
        <Field label="Pause until" hint="The first delivery on or after this date comes again.">
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
    </DeedDialog>
  )
}

export function ResumeDialog(props: DeedProps) {
  return (
    <DeedDialog
      {...props}
      title="Resume deliveries?"
      deed={{ do: 'resume' }}
      says={(after) =>
        after.next ? <p>Your water comes again from {formatDate(after.next.date)} on.</p> : null
      }
      confirmLabel="Resume"
      keepLabel="Stay paused"
      done="Deliveries resumed"
    />
  )
}
