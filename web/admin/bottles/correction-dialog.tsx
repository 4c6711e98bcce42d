import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { BottleOverview, Correction } from '#contract/bottles/staff-bottles.ts'
import { apiPaths } from '#contract/paths.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { correctBottles } from '#web/api/bottles/staff-bottles.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** With a customer, the correction is about their bottles. */
export type CorrectionStart = { customer?: { id: string; name: string } }

type FormValues = {
  from: string
  to: string
  kind: Correction['kind']
  state: Correction['state']
  quantity: string
  reason: string
}

const fixedPlaces = [
  { value: 'depot', label: 'Depot' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'lost', label: 'Lost' },
  { value: 'scrapped', label: 'Scrapped' },
]

type CorrectionDialogProps = {
  trucks: BottleOverview['trucks']
  start: CorrectionStart
  onClose: () => void
}

/** Rule 60: a movement with a reason; nothing that was booked is changed. */
export function CorrectionDialog({ trucks, start, onClose }: CorrectionDialogProps) {
  const { customer } = start
  const queries = useQueryClient()
  // A request that is sent again after a lost response is booked once.
  const [requestId] = useState(() => crypto.randomUUID())
  const form = useForm<FormValues>({
    defaultValues: {
      from: customer ? `customer ${customer.id}` : 'supplier',
      to: customer ? 'lost' : 'depot',
      kind: '5-gallon',
      state: customer ? 'empty' : 'full',
      quantity: '',
      reason: '',
    },
  })
  const { mutate, isPending } = useSave({
    save: ({ from, to, quantity, ...values }: FormValues) =>
      correctBottles({
        ...values,
        from: toPlace(from),
        to: toPlace(to),
        quantity: Number(quantity),
        requestId,
      }),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: [apiPaths.adminBottles] })
      void queries.invalidateQueries({ queryKey: [apiPaths.adminBottleHolders] })
      onClose()
    },
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Bottles corrected',
    errorMessage: 'Failed to correct bottles',
  })
  const places = [
    ...(customer ? [{ value: `customer ${customer.id}`, label: customer.name }] : []),
    ...fixedPlaces,
    ...trucks.map(({ truckId, name }) => ({ value: `truck ${truckId}`, label: name })),
  ]
  return (
    <FormDialog
      title="Correct count"
      description="Adds a correction with your name. Earlier counts won't change."
      submitLabel="Correct count"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField form={form} name="from" label="From" options={places} />
        <SelectField form={form} name="to" label="To" options={places} />
        <SelectField
          form={form}
          name="kind"
          label="Size"
          options={[
            { value: '5-gallon', label: '5 gallons' },
            { value: '3-gallon', label: '3 gallons' },
          ]}
        />
        <SelectField
          form={form}
          name="state"
          label="Condition"
          options={[
            { value: 'full', label: 'Full' },
            { value: 'empty', label: 'Empty' },
            { value: 'damaged', label: 'Damaged' },
          ]}
        />
      </div>
      <Field label="Bottles" error={form.formState.errors.quantity?.message}>
        {(control) => (
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            {...control}
            {...form.register('quantity')}
          />
        )}
      </Field>
      <Field label="Reason" error={form.formState.errors.reason?.message}>
        {(control) => <Input maxLength={200} {...control} {...form.register('reason')} />}
      </Field>
    </FormDialog>
  )
}

/** 'truck 0f3c…' names a truck, 'depot' the depot. */
function toPlace(value: string): Correction['from'] {
  const [holder, id] = value.split(' ')
  return { holder: holder as Correction['from']['holder'], ...(id && { id }) }
}
