import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { cancelSubscription, customerOrdersQuery, invoicesQuery } from '#web/api/customer.ts'
import { failureText } from '#web/api/failures.ts'
import { subscriptionsQuery } from '#web/api/subscriptions.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { cancelMessage } from './cancel-message.ts'

type CancelDialogProps = {
  order: KnownCustomerOrder | undefined
  subscription: Subscription | undefined
  onClose: () => void
}

export function CancelDialog({ order, subscription, onClose }: CancelDialogProps) {
  const { cancel, isPending } = useCancelSubscription(onClose)
  // Keeps the last message rendered during the closing animation.
  const lastMessage = useRef('')
  if (order) lastMessage.current = cancelMessage(order, subscription)
  return (
    <ConfirmDialog
      open={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Cancel Subscription?"
      dismissLabel="Keep Subscription"
      confirmLabel="Yes, Cancel Subscription"
      isBusy={isPending}
      onConfirm={() => order && cancel(order.id)}
    >
      <p>{lastMessage.current}</p>
      <p>This action cannot be undone.</p>
    </ConfirmDialog>
  )
}

function useCancelSubscription(onSettled: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: cancelSubscription,
    onSuccess: (_, orderId) => {
      // Shows the new status at once, then reloads everything the cancellation changed.
      queryClient.setQueryData(customerOrdersQuery.queryKey, (orders) =>
        orders?.map((order) => (order.id === orderId ? { ...order, status: 'cancelled' } : order)),
      )
      void queryClient.invalidateQueries({ queryKey: customerOrdersQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: invoicesQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })
      toast({
        title: 'Subscription Cancelled',
        description: 'Your recurring delivery has been cancelled.',
      })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to cancel subscription'),
        variant: 'destructive',
      }),
    onSettled,
  })
  return { cancel: mutate, isPending }
}
