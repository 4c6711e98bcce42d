import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { TruckForm, type TruckStatus } from '#contract/fleet.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { KnownTruck } from '#web/api/adapt/fleet.ts'
import { updateTruck } from '#web/api/staff/dispatch.ts'
import { TruckFields } from './truck-fields.tsx'
import { truckStatusOptions } from './truck-statuses.tsx'

type EditTruckDialogProps = {
  truck: KnownTruck
  refetchRow: (id: string) => Promise<KnownTruck | undefined>
  onClose: () => void
}

const toFormValues = (truck: KnownTruck): TruckForm => ({
  name: truck.name,
  licensePlate: truck.licensePlate,
  capacity: Number(truck.capacity ?? 0),
  status: (truck.status ?? 'available') as TruckStatus,
})

const toDisplayFields = (truck: KnownTruck) => ({
  Name: truck.name,
  'License Plate': truck.licensePlate,
  Capacity: `${truck.capacity ?? 0} bottles`,
  Status: truckStatusOptions.find(({ value }) => value === truck.status)?.label ?? '',
})

export function EditTruckDialog({ truck, refetchRow, onClose }: EditTruckDialogProps) {
  const form = useForm<TruckForm>({
    resolver: zodResolver(TruckForm),
    defaultValues: toFormValues(truck),
  })
  const { submit, isPending, changes } = useEdit({
    row: truck,
    form,
    toFormValues,
    toDisplayFields,
    save: (values, editedRow) => updateTruck(truck.id, values, editedRow),
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
    </FormDialog>
  )
}
