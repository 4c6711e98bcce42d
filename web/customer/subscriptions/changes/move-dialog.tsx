import { useState } from 'react'
import { addDays, addDaysClamped, formatDate, isCalendarDate } from '#contract/dates/calendar.ts'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'

type MoveDialogProps = ChangeProps & { delivery: Delivery }

export function MoveDialog({ delivery, ...props }: MoveDialogProps) {
  const { cycle } = delivery
  const [date, setDate] = useState(delivery.date)
  const { earliest, latest } = dateRange(props.subscription, delivery)
  const isWish = isCalendarDate(date) && date !== delivery.date
  return (
    <ChangeDialog
      {...props}
      title="Change the delivery date"
      description="For this delivery only; the ones after it keep their dates."
      change={isWish ? { type: 'move', cycle, date } : undefined}
      incompleteText={`Choose another day than ${formatDate(delivery.date)}.`}
      describeEffect={(after) => {
        const moved = after.calendar.find((one) => one.cycle === cycle)
        return moved ? (
          <p>
            It comes on {formatDate(moved.date)}. Change until {formatDateTime(moved.changeUntil)}.
          </p>
        ) : null
      }}
      confirmLabel="Change date"
      dismissLabel="Keep the date"
      successMessage="Delivery date changed"
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
    </ChangeDialog>
  )
}

/** Between its neighbours, and not before tomorrow; the server knows the cut-off to the minute. */
function dateRange({ calendar }: Subscription, { cycle }: Delivery) {
  const before = calendar.find((one) => one.cycle === cycle - 1)
  const after = calendar.find((one) => one.cycle === cycle + 1)
  const tomorrow = addDays(pageData().today, 1)
  const dayAfter = before ? addDaysClamped(before.date, 1) : tomorrow
  return {
    earliest: [dayAfter, tomorrow].sort().at(-1),
    latest: [after && addDaysClamped(after.date, -1), latestPlanDate(pageData().today)]
      .filter((date) => date !== undefined)
      .sort()[0],
  }
}
