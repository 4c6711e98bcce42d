import { CreditCard } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { canBePaid, type OrderOutcome } from '#web/shared/orders/order-outcome.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Warns that the payment is missing. A live region, so that screen readers announce changes. */
export function PaymentBanner(props: { orderId: string; outcome: OrderOutcome }) {
  const { orderId, outcome } = props
  const isUnpaid = outcome === 'processing' || canBePaid(outcome)
  if (outcome === 'terms') return <TermsBanner orderId={orderId} />
  return (
    <div aria-live="polite" className="empty:-mb-6">
      {isUnpaid ? (
        <Alert
          tone="warning"
          icon={<CreditCard aria-hidden className="size-5 shrink-0" />}
          title="We haven't received your payment yet"
          action={
            <SiteLink href={paths.pay(orderId)} className={buttonClass('primary', 'small')}>
              Pay now
            </SiteLink>
          }
        >
          {outcome === 'processing'
            ? 'Your bank is still processing it. This page will update automatically.'
            : 'Pay now to confirm your delivery.'}
        </Alert>
      ) : null}
    </div>
  )
}

function TermsBanner({ orderId }: { orderId: string }) {
  return (
    <Alert
      tone="warning"
      title="Your subscription hasn't started yet"
      action={
        <SiteLink href={paths.pay(orderId)} className={buttonClass('primary', 'small')}>
          Review the terms
        </SiteLink>
      }
    >
      Accept the terms to confirm your delivery.
    </Alert>
  )
}
