import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { TruckField } from '#web/admin/schedules/schedule-fieldset.tsx'
import { emptySchedule, NO_TRUCK, ScheduleFields } from '#web/admin/schedules/schedule-form.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { hasCode } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { scheduleOrders, undoSchedules } from '#web/api/staff/backoffice.ts'
import { closedDateError, closedDatesHint } from '#web/shared/orders/closed-dates.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { formatOrderCount } from './format-order-count.ts'
import { useBulk } from './use-bulk.ts'
import { versionsById } from './versions-by-id.ts'

type ScheduleOrdersDialogProps = {
  orders: readonly KnownOrder[]
  onDone: () => void
  onClose: () => void
}

const TruckAndDate = ScheduleFields.pick({ truckId: true, scheduledDate: true })

/** Schedules orders on one truck and date. The date is prefilled if all orders request the same. */
export function ScheduleOrdersDialog(props: ScheduleOrdersDialogProps) {
  const { onDone, onClose } = props
  // As staff saw them when the date was prefilled. The list behind the dialog may reload.
  const [orders] = useState(props.orders)
  const form = useForm<ScheduleFields>({
    resolver: zodResolver(TruckAndDate) as unknown as Resolver<ScheduleFields>,
    defaultValues: { ...emptySchedule, scheduledDate: requestedDate(orders) },
  })
  const { mutate, isPending } = useBulk({
    run: ({ truckId, scheduledDate }: ScheduleFields) =>
      scheduleOrders({
        orderIds: orders.map(({ id }) => id),
        truckId: truckId === NO_TRUCK ? null : truckId,
        scheduledDate,
        versions: versionsById(orders),
      }),
    undo: (created) =>
      undoSchedules({ schedules: created.map(({ id, version }) => ({ id, version })) }),
    successMessage: (created) => `${formatOrderCount(created.length)} scheduled`,
    errorMessage: 'Failed to schedule orders',
    onFailure: (error) => {
      if (hasCode(error, 'stale')) onClose()
    },
    onDone: () => {
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Schedule ${formatOrderCount(orders.length)}`}
      description="Adds one schedule per order. Edit them later in Schedules."
      submitLabel="Add schedules"
      isPending={isPending}
      onSubmit={form.handleSubmit(() => mutate(form.getValues()))}
      onClose={onClose}
    >
      <TruckField form={form} />
      <Field
        label="Date"
        hint={closedDatesHint(pageData().today)}
        error={
          form.formState.errors.scheduledDate?.message ??
          closedDateError(form.watch('scheduledDate'))
        }
      >
        {(control) => (
          <Input
            type="date"
            max={latestPlanDate(pageData().today)}
            {...control}
            {...form.register('scheduledDate')}
          />
        )}
      </Field>
    </FormDialog>
  )
}

function requestedDate(orders: readonly KnownOrder[]): string {
  const [first, ...others] = new Set(orders.map(({ deliveryDate }) => deliveryDate?.slice(0, 10)))
  return others.length === 0 ? (first ?? '') : ''
}
