import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { orderQuery } from '#web/api/orders.ts'
import { paths } from '#web/paths.ts'
import { canBePaid, orderOutcome } from '#web/shared/orders/order-outcome.ts'
import { OrderProblem } from '#web/shared/orders/order-problem.tsx'
import { useLiveOrder } from '#web/shared/orders/use-live-order.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { navigate, useSearch } from '#web/shared/router.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { clearStoredCarts } from '#web/storefront/cart/clear-stored-carts.ts'
import { writeLines } from '#web/storefront/cart/stored-cart.ts'
import { clearSavedForm } from '#web/storefront/checkout/saved-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ConfirmedOrder } from './confirmed-order.tsx'
import { stripPaymentParams } from './strip-payment-params.ts'

export default function ConfirmationPage() {
  const orderId = new URLSearchParams(useSearch()).get('orderId')
  const go = useAppNavigate()

  // Runs before other code can read or share the URL.
  useLayoutEffect(() => {
    const { href } = window.location
    if (stripPaymentParams(href) !== href) {
      navigate(stripPaymentParams(href), { replace: true, state: window.history.state })
    }
  }, [])

  useEffect(() => {
    if (!orderId) return go(paths.home(), { replace: true })
    writeLines('tempCart', [])
    writeLines('cart', [])
    clearSavedForm()
  }, [orderId, go])

  return (
    <PageShell mainClassName="bg-surface-soft">
      <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
        {orderId ? <LoadedOrder orderId={orderId} /> : null}
      </div>
    </PageShell>
  )
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const go = useAppNavigate()
  const { data: order, error, refetch } = useQuery(orderQuery(orderId))
  const outcome = order && orderOutcome(order)

  // A pending payment is updated by server-sent events.
  useLiveOrder(orderId, outcome === 'processing' || (outcome !== undefined && canBePaid(outcome)))

  useEffect(() => {
    if (outcome === 'paid') clearStoredCarts()
  }, [outcome])

  if (order && outcome) return <ConfirmedOrder order={order} outcome={outcome} />
  if (error) {
    return (
      <OrderProblem error={error} onRetry={() => void refetch()}>
        <Button variant="secondary" onClick={() => go(paths.home())}>
          Continue Shopping
        </Button>
      </OrderProblem>
    )
  }
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <h1 className="sr-only">Your order</h1>
      <Spinner label="Loading your order" showLabel />
    </div>
  )
}
