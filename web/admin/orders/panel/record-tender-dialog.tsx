import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { amountToCents, centsToText } from '#contract/money.ts'
import { TenderForm } from '#contract/staff/tenders.ts'
import { newId } from '#web/admin/form/new-id.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { pageData } from '#web/api/page-data.ts'
import { recordTender } from '#web/api/staff/phone-orders.ts'
import { formatPrice } from '#web/shared/money.ts'
import { tenderMethods } from '#web/shared/orders/payment-terms.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'

type RecordTenderDialogProps = { orderId: string; due: string; onClose: () => void }

const Fields = TenderForm.extend({
  amount: z.string().refine((text) => (amountToCents(text) ?? 0) > 0, {
    message: 'Please enter an amount like 12.34',
  }),
})
type Fields = z.infer<typeof Fields>

const methodOptions = Object.entries(tenderMethods).map(([value, label]) => ({ value, label }))

/** Records money that was received. The id is reused, so that a repeated request counts once. */
export function RecordTenderDialog({ orderId, due, onClose }: RecordTenderDialogProps) {
  const formId = useId()
  const [id] = useState(newId)
  const { today } = pageData()
  const form = useForm<Fields>({
    resolver: zodResolver(Fields),
    defaultValues: { method: 'cash', amount: due, receivedOn: today, reference: '' },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: ({ amount, ...fields }: Fields) =>
      recordTender(orderId, { ...fields, id, amount: centsToText(amountToCents(amount) ?? 0) }),
    successMessage: 'Payment recorded',
    errorMessage: 'Failed to record the payment',
    onDone: onClose,
    onFailure: async (error) => {
      const fields = Object.entries(fieldErrors(error))
      for (const [name, message] of fields) form.setError(name as keyof Fields, { message })
      return fields.length > 0
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Record payment"
      description={`Still due: ${formatPrice(due)}.`}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={isPending}>
            {isPending ? 'Recording...' : 'Record payment'}
          </Button>
        </DialogButtons>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((fields) => mutate(fields))}
        className="flex flex-col gap-5"
      >
        <Controller
          control={form.control}
          name="method"
          render={({ field }) => (
            <Field label="Method">
              {(control) => (
                <Select
                  {...control}
                  options={methodOptions}
                  value={field.value}
                  onValueChange={field.onChange}
                />
              )}
            </Field>
          )}
        />
        <Field label="Amount" error={errors.amount?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              {...control}
              {...form.register('amount')}
            />
          )}
        </Field>
        <Field label="Received on" error={errors.receivedOn?.message}>
          {(control) => (
            <Input type="date" max={today} {...control} {...form.register('receivedOn')} />
          )}
        </Field>
        <Field
          label="Check number or note"
          hint="The customer sees it on the invoice."
          error={errors.reference?.message}
        >
          {(control) => (
            <Input
              autoComplete="off"
              maxLength={100}
              {...control}
              {...form.register('reference')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
