import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { KnownTruck } from '#web/api/adapt/fleet.ts'
import { updateTruck } from '#web/api/staff/dispatch.ts'
import { ShiftFields } from './shift-fields.tsx'
import { TruckFields } from './truck-fields.tsx'
import { shiftText, TruckDialogForm, toDialogForm, toTruckForm } from './truck-form.ts'
import { truckStatusOptions } from './truck-statuses.tsx'
import { useUsualZones } from './use-usual-zones.ts'

type EditTruckDialogProps = {
  truck: KnownTruck
  refetchRow: (id: string) => Promise<KnownTruck | undefined>
  onClose: () => void
}

const toDisplayFields = (truck: KnownTruck) => ({
  Name: truck.name,
  'License Plate': truck.licensePlate,
  Capacity: `${truck.capacity ?? 0} bottles`,
  Status: truckStatusOptions.find(({ value }) => value === truck.status)?.label ?? '',
  Shift: shiftText(truck),
})

export function EditTruckDialog({ truck, refetchRow, onClose }: EditTruckDialogProps) {
  const usualZones = useUsualZones(truck.id)
  const form = useForm<TruckDialogForm>({
    resolver: zodResolver(TruckDialogForm),
    defaultValues: toDialogForm(truck),
  })
  const { submit, isPending, changes } = useEdit({
    row: truck,
    form,
    toFormValues: toDialogForm,
    toDisplayFields,
    save: (values, editedRow) =>
      updateTruck(truck.id, toTruckForm(values, Boolean(editedRow.shift)), editedRow),
    refetchRow,
    onDone: onClose,
    successMessage: 'Truck updated successfully',
    errorMessage: 'Failed to update truck',
  })
  return (
    <FormDialog
      title="Edit truck"
      submitLabel="Save"
      isPending={isPending}
      changes={changes}
      onSubmit={submit}
      onClose={onClose}
    >
      <TruckFields form={form} />
      <SelectField form={form} name="status" label="Status" options={truckStatusOptions} />
      <ShiftFields form={form} usualZones={usualZones} />
    </FormDialog>
  )
}
