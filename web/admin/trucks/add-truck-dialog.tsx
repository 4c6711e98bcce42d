import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { DEFAULT_CAPACITY, TruckForm } from '#contract/fleet.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { createTruck } from '#web/api/staff/dispatch.ts'
import { TruckFields } from './truck-fields.tsx'

export function AddTruckDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<TruckForm>({
    resolver: zodResolver(TruckForm),
    defaultValues: { name: '', licensePlate: '', capacity: DEFAULT_CAPACITY, status: 'available' },
  })
  const { mutate, isPending } = useSave({
    save: createTruck,
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
    </FormDialog>
  )
}
