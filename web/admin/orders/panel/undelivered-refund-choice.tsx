import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import {
  sendToCustomersCard,
  staffUndeliveredRefundQuery,
} from '#web/api/undelivered-refund/staff-undelivered-refund.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

/** Rule 59: a customer who calls may have credit for undelivered bottles sent to the card. */
export function UndeliveredRefundChoice({
  orderId,
  isRefunded,
}: {
  orderId: string
  isRefunded: boolean
}) {
  const canRefund = useCan()('refunds.create')
  const enabled = canRefund && isRefunded
  const { data } = useQuery({ ...staffUndeliveredRefundQuery(orderId), enabled })
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useSave({
    save: () => sendToCustomersCard(orderId),
    successMessage: 'Refund requested',
    errorMessage: 'Failed to send it to the card',
    onDone: () => setIsAsking(false),
    onFailure: async () => {
      setIsAsking(false)
      return false
    },
  })
  if (!enabled || !data || data.destination !== 'credit' || data.status === 'failed') return null
  const amount = formatPrice(data.amount)
  if (!data.canGoToCard) {
    return data.reason ? <p className="text-muted text-sm">Not delivered: {data.reason}</p> : null
  }
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
        Send {amount} to the card instead
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Send ${amount} to the card?`}
        dismissLabel="Keep the credit"
        confirmLabel="Send to the card"
        isDestructive={false}
        isBusy={isPending}
        onConfirm={() => mutate(undefined)}
      >
        <p>
          The customer has {amount} of account credit for what wasn't delivered. We'll refund it to
          the card instead.
        </p>
        <p>This action cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}
