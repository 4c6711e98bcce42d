import { CreditCard } from 'lucide-react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useBillingPortal } from '#web/customer/billing/use-billing-portal.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { unpaidMessage } from './unpaid-message.ts'

/** An unpaid delivery: what failed, when we retry, and two ways to pay. */
export function UnpaidBanner({ subscription }: { subscription: Subscription }) {
  const { open, isOpening, blockedUrl } = useBillingPortal()
  const { unpaid, status } = subscription
  if (!unpaid) return null
  return (
    <Alert
      tone={status === 'past_due' ? 'danger' : 'warning'}
      icon={<CreditCard aria-hidden className="size-5 shrink-0 self-start" />}
      title={`Payment due: ${formatPrice(unpaid.total)} for the delivery on ${formatDate(unpaid.date)}`}
      action={
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          <SiteLink href={paths.pay(unpaid.orderId)} className={buttonClass('primary', 'small')}>
            Pay now
          </SiteLink>
          {blockedUrl ? (
            <a
              href={blockedUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('secondary', 'small')}
            >
              Open the billing portal
            </a>
          ) : (
            <Button variant="secondary" size="small" disabled={isOpening} onClick={open}>
              Change card
            </Button>
          )}
        </div>
      }
    >
      <p>{unpaidMessage(unpaid.code)}</p>
      <p>
        {unpaid.nextAttemptAt
          ? `We're holding this delivery until it's paid. We'll try your card again on ${formatDateTime(unpaid.nextAttemptAt)}.`
          : "We're holding this delivery until it's paid. We won't retry your card automatically."}
        {status === 'past_due' ? ' Pay now to resume your deliveries.' : ''}
      </p>
    </Alert>
  )
}
