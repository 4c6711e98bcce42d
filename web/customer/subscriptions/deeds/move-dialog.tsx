import { useState } from 'react'
import { addDays, addDaysWithin, formatDate, isCalendarDate } from '#contract/calendar.ts'
import { latestPlanDate } from '#contract/date-limits.ts'
import type { Delivery, Subscription } from '#contract/subscriptions.ts'
import { pageFacts } from '#web/api/page-facts.ts'
import { formatMoment } from '#web/shared/instant.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { DeedDialog, type DeedProps } from './deed-dialog.tsx'

type MoveDialogProps = DeedProps & { delivery: Delivery }

export function MoveDialog({ delivery, ...props }: MoveDialogProps) {
  const { cycle } = delivery
  const [date, setDate] = useState(delivery.date)
  const { earliest, latest } = room(props.subscription, delivery)
  const isWish = isCalendarDate(date) && date !== delivery.date
  return (
    <DeedDialog
      {...props}
      title="Change the delivery date"
      description="For this delivery only; the ones after it keep their dates."
      deed={isWish ? { do: 'move', cycle, date } : undefined}
      missing={`Choose another day than ${formatDate(delivery.date)}.`}
      says={(after) => {
        const moved = after.calendar.find((one) => one.cycle === cycle)
        return moved ? (
          <p>
            It comes on {formatDate(moved.date)}. Change until {formatMoment(moved.changeUntil)}.
          </p>
        ) : null
      }}
      confirmLabel="Change date"
      keepLabel="Keep the date"
      done="Delivery date changed"
    >
      <Field
        label="New delivery date"
        hint={latest ? `At the latest ${formatDate(latest)}, before the one after it.` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            min={earliest}
            {...(latest ? { max: latest } : {})}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        )}
      </Field>
    </DeedDialog>
  )
}

/** Between its neighbours, and not before tomorrow; the server knows the cut-off to the minute. */
function room({ calendar }: Subscription, { cycle }: Delivery) {
  const before = calendar.find((one) => one.cycle === cycle - 1)
  const after = calendar.find((one) => one.cycle === cycle + 1)
  const tomorrow = addDays(pageFacts().today, 1)
  const dayAfter = before ? addDaysWithin(before.date, 1) : tomorrow
  return {
    earliest: [dayAfter, tomorrow].sort().at(-1),
    latest: [after && addDaysWithin(after.date, -1), latestPlanDate(pageFacts().today)]
      .filter((date) => date !== undefined)
      .sort()[0],
  }
}
