import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { DEFAULT_CAPACITY } from '#contract/fleet.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { createTruck } from '#web/api/staff/dispatch.ts'
import { ShiftFields } from './shift-fields.tsx'
import { TruckFields } from './truck-fields.tsx'
import { emptyShift, TruckDialogForm, toTruckForm } from './truck-form.ts'

export function AddTruckDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<TruckDialogForm>({
    resolver: zodResolver(TruckDialogForm),
    defaultValues: {
      name: '',
      licensePlate: '',
      capacity: DEFAULT_CAPACITY,
      status: 'available',
      ...emptyShift,
    },
  })
  const { mutate, isPending } = useSave({
    save: (values: TruckDialogForm) => createTruck(toTruckForm(values)),
    onDone: onClose,
    successMessage: 'Truck created successfully',
    errorMessage: 'Failed to create truck',
  })
  return (
    <FormDialog
      title="Add Truck"
      submitLabel="Create"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <TruckFields form={form} />
      <ShiftFields form={form} />
    </FormDialog>
  )
}
