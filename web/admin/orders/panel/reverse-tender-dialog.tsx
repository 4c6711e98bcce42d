import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { StaffTender } from '#contract/payments/tenders.ts'
import { ReverseTenderForm } from '#contract/staff/tenders.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { reverseTender } from '#web/api/staff/phone-orders.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'

type ReverseTenderDialogProps = { orderId: string; tender: StaffTender; onClose: () => void }

/** Takes a mistaken payment back; both entries stay in the history. */
export function ReverseTenderDialog({ orderId, tender, onClose }: ReverseTenderDialogProps) {
  const formId = useId()
  const form = useForm<{ reason: string }>({
    resolver: zodResolver(ReverseTenderForm),
    defaultValues: { reason: '' },
  })
  const { mutate, isPending } = useSave({
    save: ({ reason }: { reason: string }) => reverseTender(orderId, tender.id, reason),
    successMessage: 'Payment reversed',
    errorMessage: 'Failed to reverse the payment',
    onDone: onClose,
  })
  const amount = formatPrice(tender.amount)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Reverse ${amount}?`}
      description="The order will be due again. This action cannot be undone."
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Keep payment
          </Button>
          <Button variant="danger" type="submit" form={formId} disabled={isPending}>
            {isPending ? 'Reversing...' : `Reverse ${amount}`}
          </Button>
        </DialogButtons>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit((fields) => mutate(fields))}>
        <Field label="Reason" error={form.formState.errors.reason?.message}>
          {(control) => (
            <Input autoComplete="off" maxLength={100} {...control} {...form.register('reason')} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
