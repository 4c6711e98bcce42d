import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { amountToCents, centsToText, formatCents } from '#contract/money.ts'
import { RefundForm } from '#contract/staff/backoffice.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { refundOrder } from '#web/api/staff/backoffice.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type RefundDialogProps = { orderId: string; refundable: string; onClose: () => void }

type Fields = { amount: string; reason: string }

const fieldsFor = (refundable: string) =>
  z.object({
    amount: z.string().check((context) => {
      const cents = amountToCents(context.value)
      const problem =
        cents === undefined || cents <= 0
          ? 'Please enter an amount like 12.34'
          : cents > (amountToCents(refundable) ?? 0) &&
            `You can refund up to ${formatPrice(refundable)}`
      if (!problem) return
      context.issues.push({ code: 'custom', input: context.value, message: problem })
    }),
    reason: RefundForm.shape.reason,
  })

/** Two steps, amount and reason, then confirmation, because a refund cannot be undone. */
export function RefundDialog({ orderId, refundable, onClose }: RefundDialogProps) {
  const id = useId()
  const form = useForm<Fields>({
    resolver: zodResolver(fieldsFor(refundable)),
    defaultValues: { amount: refundable, reason: '' },
  })
  const [submitted, setSubmitted] = useState<Fields>()
  const { mutate, isPending } = useSave({
    save: ({ amount, reason }: Fields) =>
      refundOrder(orderId, { amount: centsToText(amountToCents(amount) ?? 0), reason }),
    successMessage: 'Refund requested',
    errorMessage: 'Failed to refund',
    onDone: onClose,
    onFailure: async () => {
      setSubmitted(undefined)
      return false
    },
  })
  const amountText = formatCents(amountToCents(submitted?.amount ?? '') ?? 0)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={submitted ? `Refund ${amountText}?` : 'Refund'}
      description={`You can refund up to ${formatPrice(refundable)}.`}
      footer={
        submitted ? (
          <Buttons backLabel="Back" onBack={() => setSubmitted(undefined)}>
            <Button variant="danger" disabled={isPending} onClick={() => mutate(submitted)}>
              {isPending ? 'Refunding...' : `Refund ${amountText}`}
            </Button>
          </Buttons>
        ) : (
          <Buttons backLabel="Cancel" onBack={onClose}>
            <Button type="submit" form={id}>
              Continue
            </Button>
          </Buttons>
        )
      }
    >
      {submitted ? (
        <RefundConfirmation amountText={amountText} reason={submitted.reason} />
      ) : (
        <form
          id={id}
          noValidate
          onSubmit={form.handleSubmit(setSubmitted)}
          className="flex flex-col gap-5"
        >
          <Field label="Amount" error={form.formState.errors.amount?.message}>
            {(control) => (
              <Input
                inputMode="decimal"
                autoComplete="off"
                {...control}
                {...form.register('amount')}
              />
            )}
          </Field>
          <Field
            label="Reason"
            hint="Saved in the order history. The customer won't see it."
            error={form.formState.errors.reason?.message}
          >
            {(control) => (
              <Input autoComplete="off" maxLength={200} {...control} {...form.register('reason')} />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  )
}

function RefundConfirmation({ amountText, reason }: { amountText: string; reason: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        We'll refund <strong>{amountText}</strong> to the customer's card. This action cannot be
        undone.
      </p>
      <p className="wrap-anywhere text-muted">Reason: {reason}</p>
    </div>
  )
}

type ButtonsProps = { backLabel: string; onBack: () => void; children: ReactNode }

function Buttons({ backLabel, onBack, children }: ButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="secondary" onClick={onBack}>
        {backLabel}
      </Button>
      {children}
    </div>
  )
}
