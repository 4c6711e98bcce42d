import { useForm } from 'react-hook-form'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { pageData } from '#web/api/page-data.ts'
import { addTaxRates } from '#web/api/staff/tax.ts'
import { normalizeState } from '#web/shared/address/states.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type RateForm = {
  scope: 'zip' | 'state'
  values: string
  label: string
  rate: string
  validFrom: string
}

const scopeOptions = [
  { value: 'zip', label: 'ZIP codes' },
  { value: 'state', label: 'State' },
]

export function AddRateDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<RateForm>({
    defaultValues: { scope: 'zip', values: '', label: '', rate: '', validFrom: pageData().today },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: ({ values, ...rate }: RateForm) =>
      addTaxRates({ ...rate, values: rate.scope === 'state' ? normalizeState(values) : values }),
    onDone: onClose,
    // The server's messages are shown next to the fields.
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Tax rate added',
    errorMessage: 'Failed to add tax rate',
  })
  const isZip = form.watch('scope') === 'zip'
  return (
    <FormDialog
      title="Add rate"
      description="A ZIP code's rate replaces the rate of its state. Enter the combined rate."
      submitLabel="Add rate"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <SelectField form={form} name="scope" label="Applies to" options={scopeOptions} />
      <Field
        label={isZip ? 'ZIP codes' : 'State'}
        hint={isZip ? 'Separate several ZIP codes with commas.' : 'For example, NY.'}
        error={errors.values?.message}
      >
        {(control) => <Input autoComplete="off" {...control} {...form.register('values')} />}
      </Field>
      <Field
        label="Label"
        hint="For example, the county. Only you see it. Optional."
        error={errors.label?.message}
      >
        {(control) => (
          <Input autoComplete="off" maxLength={60} {...control} {...form.register('label')} />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Rate in percent" error={errors.rate?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder="8.875"
              maxLength={10}
              {...control}
              {...form.register('rate')}
            />
          )}
        </Field>
        <Field label="First delivery date" error={errors.validFrom?.message}>
          {(control) => <Input type="date" {...control} {...form.register('validFrom')} />}
        </Field>
      </div>
    </FormDialog>
  )
}
