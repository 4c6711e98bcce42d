import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CreditForm } from '#contract/credit.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { addCredit } from '#web/api/credit.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { type CreditFields, CreditFieldset } from './credit-fieldset.tsx'

type Fields = z.input<typeof CreditForm> & CreditFields

export function AddCreditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // A request that is sent again after a lost response adds the credit once.
  const [requestId] = useState(() => crypto.randomUUID())
  const form = useForm<Fields>({
    resolver: zodResolver(CreditForm, undefined, { raw: true }) as never,
    defaultValues: { amount: '', kind: 'goodwill', reason: '' },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: (values: Fields) => addCredit(id, { ...values, requestId }),
    onDone: onClose,
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Credit added',
    errorMessage: 'Failed to add credit',
  })
  return (
    <FormDialog
      title="Add credit"
      description="We'll email the customer and use the credit first at the next charge. This action cannot be undone."
      submitLabel="Add credit"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <CreditFieldset form={form} />
      <Field
        label="Reason"
        hint="Saved in the history. The customer won't see it."
        error={errors.reason?.message}
      >
        {(control) => (
          <Input autoComplete="off" maxLength={200} {...control} {...form.register('reason')} />
        )}
      </Field>
    </FormDialog>
  )
}
