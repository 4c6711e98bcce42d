import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { pageData } from '#web/api/page-data.ts'
import { trucksQuery } from '#web/api/staff/dispatch.ts'
import { closedDateError, closedDatesHint } from '#web/shared/orders/closed-dates.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { NO_TRUCK, type ScheduleFields } from './schedule-form.ts'
import { truckLabel, UNASSIGNED } from './schedule-labels.ts'

type Form = UseFormReturn<ScheduleFields>

type ScheduleFieldsProps = {
  form: Form
  /** Shown if the assigned truck is not available (rule 13). */
  assignedTruckLabel?: string
  dateHint?: ReactNode
  /** Rendered between time and notes. */
  status?: ReactNode
}

/** All fields except the order, which is selected only once. */
export function ScheduleFieldset(props: ScheduleFieldsProps) {
  const { form, assignedTruckLabel, dateHint, status } = props
  const { errors } = form.formState
  return (
    <>
      <TruckField form={form} assignedTruckLabel={assignedTruckLabel} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Date"
          hint={dateHint ?? closedDatesHint(pageData().today)}
          error={errors.scheduledDate?.message ?? closedDateError(form.watch('scheduledDate'))}
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
        <Field label="Time" error={errors.scheduledTime?.message}>
          {(control) => <Input type="time" {...control} {...form.register('scheduledTime')} />}
        </Field>
      </div>
      {status}
      <Field label="Notes" error={errors.notes?.message}>
        {(control) => <Textarea maxLength={2000} {...control} {...form.register('notes')} />}
      </Field>
    </>
  )
}

export function TruckField({
  form,
  assignedTruckLabel,
}: Pick<ScheduleFieldsProps, 'form' | 'assignedTruckLabel'>) {
  const { data } = useQuery(trucksQuery({ status: 'available', limit: 0 }))
  const available = data?.rows.filter(({ status }) => status === 'available') ?? []
  return (
    <SelectField
      form={form}
      name="truckId"
      label="Truck"
      otherLabel={assignedTruckLabel}
      options={[
        { value: NO_TRUCK, label: UNASSIGNED },
        ...available.map((truck) => ({ value: truck.id, label: truckLabel(truck) })),
      ]}
    />
  )
}
