import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatCents, textToCents } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { failureText } from '#web/api/failures.ts'
import { refundSetAside, retrySetAside, setAsideQuery } from '#web/api/staff/set-aside.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Paid orders that could not be confirmed. Renders nothing if there are none. */
export function SetAsidePayments() {
  const id = useId()
  const { data, isError, refetch } = useQuery(setAsideQuery)
  if (isError) {
    return (
      <Alert
        tone="danger"
        title="Failed to load the payments set aside"
        className="mb-6"
        action={
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Reload
          </Button>
        }
      />
    )
  }
  if (!data || data.length === 0) return null
  return (
    <Card aria-labelledby={id} className="mb-6 flex flex-col gap-4 p-5 sm:p-6">
      <div>
        <h2 id={id} className="text-lg">
          Payments set aside
        </h2>
        <p className="mt-1 text-muted text-sm">
          These orders are paid, but confirming them failed every time. Try again, or refund them.
        </p>
      </div>
      <ul className="flex flex-col gap-3">
        {data.map((payment) => (
          <li
            key={payment.orderId}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-warning/35 bg-warning-soft px-4 py-3 text-sm"
          >
            <Payment payment={payment} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const outcomes = {
  confirmed: { title: 'Order confirmed' },
  confirmed_without_subscription: {
    title: 'Order confirmed without its subscription',
    description: "We won't create later deliveries. Ask the customer to subscribe again.",
  },
} as const

function Payment({ payment }: { payment: SetAsidePayment }) {
  const { orderId, customerName, amount, refunded, isDisputed, reason, attempts, setAsideAt } =
    payment
  const number = formatOrderNumber(orderId)
  const refundableCents = (textToCents(amount) ?? 0) - (textToCents(refunded) ?? 0)
  const refundLabel =
    refundableCents > 0 ? `Refund ${formatCents(refundableCents)}` : 'Cancel order'
  const [isConfirming, setIsConfirming] = useState(false)
  const can = useCan()
  const refreshLists = useRefreshLists()
  const onError = async (error: unknown, fallback: string) => {
    toast({ title: 'Error', description: failureText(error, fallback), variant: 'destructive' })
    await refreshLists()
  }
  const retry = useMutation({
    mutationFn: () => retrySetAside(orderId),
    onSuccess: async ({ outcome }) => {
      toast(outcomes[outcome] ?? outcomes.confirmed)
      await refreshLists()
    },
    onError: (error) => onError(error, 'Failed to confirm the order'),
  })
  const refund = useMutation({
    mutationFn: () => refundSetAside(orderId),
    onSuccess: async () => {
      toast({ title: refundableCents > 0 ? 'Refund requested' : 'Order cancelled' })
      await refreshLists()
    },
    onError: (error) => onError(error, 'Failed to refund the order'),
    onSettled: () => setIsConfirming(false),
  })
  const isBusy = retry.isPending || refund.isPending
  return (
    <>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          <SiteLink href={staffPaths.order(orderId)} className="underline">
            Order {number}
          </SiteLink>{' '}
          <span className="tabular-nums">{formatPrice(amount)}</span>
        </p>
        {customerName ? <p className="wrap-anywhere">{customerName}</p> : null}
        <p className="wrap-anywhere">{reason}</p>
        {refunded === '0.00' ? null : (
          <p>Refunded at the payment provider: {formatPrice(refunded)}</p>
        )}
        {isDisputed ? <p>The customer's bank disputes this payment.</p> : null}
        <p className="text-muted">
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, set aside{' '}
          <time dateTime={setAsideAt}>{formatDateTime(setAsideAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {can('payments.charge') ? (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`Try again: order ${number}`}
            onClick={() => retry.mutate()}
          >
            {retry.isPending ? 'Trying...' : 'Try again'}
          </Button>
        ) : null}
        {can('refunds.create') ? (
          <Button
            variant="dangerSubtle"
            size="small"
            disabled={isBusy}
            aria-label={`${refundableCents > 0 ? 'Refund' : 'Cancel'}: order ${number}`}
            onClick={() => setIsConfirming(true)}
          >
            {refundableCents > 0 ? 'Refund' : 'Cancel order'}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`${refundLabel}?`}
        dismissLabel={refundableCents > 0 ? 'Cancel' : 'Keep order'}
        confirmLabel={refundLabel}
        isBusy={refund.isPending}
        onConfirm={() => refund.mutate()}
      >
        <p>
          {refundableCents > 0
            ? `We'll cancel order ${number} and refund the customer.`
            : `We'll cancel order ${number}. Its payment was already refunded.`}{' '}
          This action cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}
