import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { amountToCents, formatCents } from '#contract/money.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { creditQuery } from '#web/api/credit.ts'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { failureText } from '#web/api/failures.ts'
import {
  sendToCard,
  undeliveredRefundQuery,
} from '#web/api/undelivered-refund/undelivered-refund.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { Section } from './section.tsx'

/** Rule 59: what was not left and where its money went. Credit can go to the card instead. */
export function UndeliveredRefund({ order }: { order: KnownCustomerOrder }) {
  const { id, deliveryStatus, paidAt } = order
  const enabled = Boolean(paidAt) && (deliveryStatus === 'delivered' || deliveryStatus === 'failed')
  const { data } = useQuery({ ...undeliveredRefundQuery(id), enabled })
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useSendToCard(id, () => setIsAsking(false))
  if (!enabled || !data || data.status === 'failed') return null
  const amount = formatPrice(data.amount)
  const creditCents = amountToCents(data.asCredit) ?? 0
  const cardCents = (amountToCents(data.amount) ?? 0) - creditCents
  const items = data.items.map(({ quantity, label }) => `${quantity} × ${label}`).join(', ')
  return (
    <Section title="Not delivered">
      <p className="wrap-anywhere">{items}</p>
      {cardCents > 0 ? (
        <p>
          {data.status === 'succeeded' ? 'We refunded' : "We're refunding"}{' '}
          <strong className="tabular-nums">{formatCents(cardCents)}</strong> to the card you paid
          with. It can take 5-7 business days to appear.
        </p>
      ) : null}
      {creditCents > 0 ? (
        <p>
          <strong className="tabular-nums">{formatCents(creditCents)}</strong> is account credit.{' '}
          {data.reason ?? "We'll use it for your next delivery."}
        </p>
      ) : null}
      {data.canGoToCard ? (
        <Button variant="secondary" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
          Send it to my card instead
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Send ${amount} to your card?`}
        dismissLabel="Keep the credit"
        confirmLabel="Send to my card"
        isDestructive={false}
        isBusy={isPending}
        onConfirm={() => mutate()}
      >
        <p>We'll take {amount} from your account credit and refund it to the card you paid with.</p>
        <p>It can take 5-7 business days to appear. This action cannot be undone.</p>
      </ConfirmDialog>
    </Section>
  )
}

function useSendToCard(id: string, onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => sendToCard(id),
    onSuccess: ({ givenBack }) => {
      queryClient.setQueryData(undeliveredRefundQuery(id).queryKey, givenBack)
      toast({ title: 'Refund requested', description: "We'll email you when it's on its way." })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, "We couldn't send it to your card. It's still credit."),
        variant: 'destructive',
      }),
    onSettled: () => {
      onSettled()
      void queryClient.invalidateQueries({ queryKey: undeliveredRefundQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: customerOrdersQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: creditQuery.queryKey })
    },
  })
}
