import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { formatDate, isCalendarDate } from '#contract/dates/calendar.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { hasCode } from '#web/api/failures.ts'
import { createSchedule } from '#web/api/staff/dispatch.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { OrderField } from './order-field.tsx'
import { ScheduleFieldset } from './schedule-fieldset.tsx'
import { emptySchedule, ScheduleFields, toScheduleBody } from './schedule-form.ts'

export function AddScheduleDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<ScheduleFields>({
    resolver: zodResolver(ScheduleFields) as Resolver<ScheduleFields>,
    defaultValues: emptySchedule,
  })
  const [order, setOrder] = useState<KnownOrder>()
  const refreshLists = useRefreshLists()
  const { mutate, isPending } = useSave({
    save: (fields: ScheduleFields) => createSchedule(toScheduleBody(fields), order),
    onDone: onClose,
    successMessage: 'Schedule created successfully',
    errorMessage: 'Failed to create schedule',
    onFailure: async (error) => {
      if (!hasCode(error, 'stale')) return false
      setOrder(undefined)
      form.setValue('orderId', '')
      await refreshLists()
      toast({
        title: 'This order has changed',
        description: 'Select it again to see its current date.',
        variant: 'destructive',
      })
      return true
    },
  })
  const requestedDate = order?.deliveryDate?.slice(0, 10)
  return (
    <FormDialog
      title="Add Schedule"
      submitLabel="Create"
      isPending={isPending}
      onSubmit={form.handleSubmit(() => mutate(form.getValues()))}
      onClose={onClose}
    >
      <OrderField form={form} onSelect={setOrder} />
      <ScheduleFieldset
        form={form}
        dateHint={
          requestedDate && isCalendarDate(requestedDate) ? (
            <RequestedDate
              date={requestedDate}
              onUse={() =>
                form.setValue('scheduledDate', requestedDate, {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
            />
          ) : undefined
        }
      />
    </FormDialog>
  )
}

function RequestedDate({ date, onUse }: { date: string; onUse: () => void }) {
  return (
    <>
      Requested date:{' '}
      <button type="button" onClick={onUse} className="rounded font-semibold text-action underline">
        {formatDate(date, 'short')}
      </button>
    </>
  )
}
