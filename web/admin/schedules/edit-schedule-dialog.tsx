import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, useForm } from 'react-hook-form'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { KnownSchedule } from '#web/api/adapt/fleet.ts'
import { updateSchedule } from '#web/api/staff/dispatch.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ScheduleFieldset } from './schedule-fieldset.tsx'
import { ScheduleFields, toScheduleChange, toScheduleFields } from './schedule-form.ts'
import {
  assignedTruck,
  type Lookup,
  scheduledOrderLabel,
  scheduledTruckLabel,
  truckLabel,
} from './schedule-labels.ts'
import { scheduleStatusOptions } from './schedule-statuses.tsx'

type EditScheduleDialogProps = {
  schedule: KnownSchedule
  lookup: Lookup
  refetchRow: (id: string) => Promise<KnownSchedule | undefined>
  onClose: () => void
}

export function EditScheduleDialog(props: EditScheduleDialogProps) {
  const { schedule, lookup, refetchRow, onClose } = props
  const form = useForm<ScheduleFields>({
    resolver: zodResolver(ScheduleFields) as Resolver<ScheduleFields>,
    defaultValues: toScheduleFields(schedule),
  })
  const { submit, isPending, changes } = useEdit({
    row: schedule,
    form,
    toFormValues: toScheduleFields,
    toDisplayFields: (row: KnownSchedule) => ({
      Truck: scheduledTruckLabel(row, lookup),
      Date: formatDay(row.scheduledDate.slice(0, 10)),
      Time: row.scheduledTime?.slice(0, 5) ?? '',
      Status: scheduleStatusOptions.find(({ value }) => value === row.status)?.label ?? '',
      Notes: row.notes ?? '',
    }),
    save: (_, editedRow) =>
      updateSchedule(
        schedule.id,
        toScheduleChange(form.getValues(), editedRow, !assignedTruck(editedRow, lookup)),
        editedRow,
      ),
    refetchRow,
    onDone: onClose,
    successMessage: 'Schedule updated successfully',
    errorMessage: 'Failed to update schedule',
  })
  const truck = assignedTruck(schedule, lookup)
  return (
    <FormDialog
      title="Edit schedule"
      submitLabel="Save"
      isPending={isPending}
      changes={changes}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectedOrder label={scheduledOrderLabel(schedule, lookup)} />
      <ScheduleFieldset
        form={form}
        assignedTruckLabel={truck ? truckLabel(truck) : scheduledTruckLabel(schedule, lookup)}
        status={
          <SelectField form={form} name="status" label="Status" options={scheduleStatusOptions} />
        }
      />
    </FormDialog>
  )
}

/** Read-only: a schedule never moves to another order. */
function SelectedOrder({ label }: { label: string }) {
  return (
    <Field label="Order">
      {(control) => (
        <Select
          {...control}
          disabled
          options={[{ value: 'selected', label }]}
          value="selected"
          displayValue={label}
          onValueChange={() => undefined}
        />
      )}
    </Field>
  )
}
