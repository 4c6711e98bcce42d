import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { failureText } from '#web/api/failures.ts'
import { orderQuery } from '#web/api/orders.ts'
import { acceptTerms } from '#web/api/payments.ts'
import { paths } from '#web/paths.ts'
import { orderView } from '#web/shared/orders/order-view.ts'
import { OrderReview } from '#web/storefront/checkout/order-review.tsx'
import { RecurringConsent } from '#web/storefront/checkout/recurring-consent.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { OrderForm } from './order-form.tsx'

/** Rule 39: a subscription on invoice starts when its terms are accepted. No card is asked for. */
export function AcceptTermsForm({ order }: { order: KnownOrder }) {
  const view = orderView(order)
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => acceptTerms(order.id),
    onSuccess: () => window.location.assign(paths.confirmation(order.id)),
    onError: async (error) => {
      const description = failureText(error, "We couldn't start your subscription. Try again.")
      toast({ title: 'Error', description, variant: 'destructive' })
      // The reloaded order shows why its terms can no longer be accepted.
      await queryClient.fetchQuery({ ...orderQuery(order.id), staleTime: 0 }).catch(() => undefined)
    },
  })
  return (
    <OrderForm
      title="Start your subscription"
      view={view}
      onSubmit={() => {
        if (!isPending) mutate()
      }}
      review={
        <OrderReview
          lines={view.lines}
          price={view.price}
          button={{
            label: 'Accept the terms',
            isProcessing: isPending || isSuccess,
            isReady: true,
          }}
        >
          <p className="text-sm">You don't need a card. We'll email you an invoice.</p>
        </OrderReview>
      }
    >
      <RecurringConsent
        totalCents={view.price.totalCents}
        frequency={order.recurringFrequency}
        deliveryDate={order.deliveryDate ?? ''}
        netDays={order.netDays ?? undefined}
      />
    </OrderForm>
  )
}
