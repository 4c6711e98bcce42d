import { useQuery } from '@tanstack/react-query'
import { orderQuery } from '#web/api/orders.ts'
import { paths } from '#web/paths.ts'
import { canBePaid, orderOutcome } from '#web/shared/orders/order-outcome.ts'
import { OrderProblem } from '#web/shared/orders/order-problem.tsx'
import { PageShell } from '#web/shared/page-shell.tsx'
import { useRouter } from '#web/shared/router.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { useReloadOnBfcache } from '#web/storefront/checkout/use-reload-on-bfcache.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AcceptTermsForm } from './accept-terms-form.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { PayForm } from './pay-form.tsx'

export default function PayPage() {
  const { orderId = '' } = useRouter().params
  useReloadOnBfcache()
  return (
    <PageShell mainClassName="bg-surface-soft">
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-16 sm:px-6">
        <OrderToPay orderId={orderId} />
      </div>
    </PageShell>
  )
}

function OrderToPay({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useQuery(orderQuery(orderId))

  if (order) {
    const outcome = orderOutcome(order)
    if (outcome === 'terms') return <AcceptTermsForm order={order} />
    if (canBePaid(outcome)) return <PayForm order={order} />
    const isExpired = order.channel === 'phone' && order.paymentStatus === 'failed'
    return <NothingToPay orderId={orderId} outcome={outcome} isExpired={isExpired} />
  }
  if (error) {
    return (
      <div className="py-14">
        <OrderProblem error={error} onRetry={() => void refetch()}>
          <SiteLink href={paths.home()} className={buttonClass('secondary')}>
            Back to Shopping
          </SiteLink>
        </OrderProblem>
      </div>
    )
  }
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <h1 className="sr-only">Your order</h1>
      <Spinner label="Loading your order" showLabel />
    </div>
  )
}
