import { useForm } from 'react-hook-form'
import type { StaffTaxRate } from '#contract/staff/tax.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { pageData } from '#web/api/page-data.ts'
import { endTaxRate } from '#web/api/staff/tax.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { rateName } from './tax-rate-list.tsx'

export function EndRateDialog({ rate, onClose }: { rate: StaffTaxRate; onClose: () => void }) {
  const { today } = pageData()
  const form = useForm({ defaultValues: { endsOn: today } })
  const { mutate, isPending } = useSave({
    save: ({ endsOn }: { endsOn: string }) => endTaxRate(rate.id, endsOn),
    onDone: onClose,
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Tax rate ended',
    errorMessage: 'Failed to end tax rate',
  })
  return (
    <FormDialog
      title="End rate"
      description={`${rateName(rate)}, ${rate.rate}%. Orders already placed keep their tax.`}
      submitLabel="End rate"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <Field
        label="First delivery date without this rate"
        error={form.formState.errors.endsOn?.message}
      >
        {(control) => <Input type="date" min={today} {...control} {...form.register('endsOn')} />}
      </Field>
    </FormDialog>
  )
}
