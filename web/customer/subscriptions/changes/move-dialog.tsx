import { useState } from 'react'
import { addDays, addDaysClamped, formatDate, isCalendarDate } from '#contract/dates/calendar.ts'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { windowText } from '#contract/zones/window-text.ts'
import { pageData } from '#web/api/page-data.ts'
import { DateChips } from '#web/shared/dates/date-chips.tsx'
import { useDeliveryDates } from '#web/shared/dates/use-delivery-dates.ts'
import { WindowChoice } from '#web/shared/dates/window-choice.tsx'
import { formatDateTime } from '#web/shared/instant.ts'
import { closedDateError, closedDatesHint } from '#web/shared/orders/closed-dates.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'

type MoveDialogProps = ChangeProps & { delivery: Delivery }

export function MoveDialog({ delivery, ...props }: MoveDialogProps) {
  const { cycle } = delivery
  const [date, setDate] = useState(delivery.date)
  const { earliest, latest } = dateRange(props.subscription, delivery)
  const closed = closedDateError(date)
  const [window, setWindow] = useState<TimeWindow | null>(delivery.deliveryWindow ?? null)
  const isNewWindow = window !== null && windowKey(window) !== windowKey(delivery.deliveryWindow)
  const isChanged = isCalendarDate(date) && !closed && (date !== delivery.date || isNewWindow)
  const offered = useDeliveryDates({
    zip: props.subscription.deliveryZip,
    bottles: delivery.items.reduce((sum, { quantity }) => sum + quantity, 0),
    isEnabled: pageData().shop.hasZones,
  })
  return (
    <ChangeDialog
      {...props}
      title="Change delivery date"
      description="Applies to this delivery only."
      change={
        isChanged
          ? { type: 'move', cycle, date, ...(window && { deliveryWindow: window }) }
          : undefined
      }
      incompleteText={`Choose a date other than ${formatDate(delivery.date)}.`}
      describeEffect={(after) => {
        const moved = after.calendar.find((entry) => entry.cycle === cycle)
        return moved ? (
          <>
            <p>
              We'll deliver on {formatDate(moved.date)}
              {moved.deliveryWindow ? `, ${windowText(moved.deliveryWindow)}` : ''}. Make changes by{' '}
              {formatDateTime(moved.changeUntil)}.
            </p>
            {delivery.deliveryWindow && !moved.deliveryWindow ? (
              <p>
                Your time window, {windowText(delivery.deliveryWindow)}, isn't available that day.
              </p>
            ) : null}
          </>
        ) : null
      }}
      confirmLabel="Change date"
      dismissLabel="Keep date"
      successMessage="Delivery date updated"
    >
      <Field
        label="New delivery date"
        error={closed}
        hint={[
          latest && `Choose a date up to ${formatDate(latest)}, before your following delivery.`,
          closedDatesHint(earliest ?? date, latest),
        ]
          .filter(Boolean)
          .join(' ')}
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
      <DateChips
        offered={offered}
        date={date}
        onChoose={setDate}
        isAllowed={(day) => day >= (earliest ?? '') && (!latest || day <= latest)}
      />
      <WindowChoice
        offered={offered}
        date={date}
        value={window}
        onChange={setWindow}
        // A single delivery can have another window than the others, but not none.
        isOptional={!delivery.deliveryWindow}
      />
    </ChangeDialog>
  )
}

const windowKey = (window: TimeWindow | undefined) => (window ? windowText(window) : '')

/** Dates between the adjacent deliveries, from tomorrow on. The server checks the exact cut-off. */
function dateRange({ calendar }: Subscription, { cycle }: Delivery) {
  const previous = calendar.find((entry) => entry.cycle === cycle - 1)
  const following = calendar.find((entry) => entry.cycle === cycle + 1)
  const tomorrow = addDays(pageData().today, 1)
  const dayAfterPrevious = previous ? addDaysClamped(previous.date, 1) : tomorrow
  return {
    earliest: [dayAfterPrevious, tomorrow].sort().at(-1),
    latest: [following && addDaysClamped(following.date, -1), latestPlanDate(pageData().today)]
      .filter((date) => date !== undefined)
      .sort()[0],
  }
}
