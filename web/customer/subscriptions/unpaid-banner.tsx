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

/** A delivery that waits for money: what happened, what happens next, and two ways out. */
export function UnpaidBanner({ subscription }: { subscription: Subscription }) {
  const { open, isOpening, blockedUrl } = useBillingPortal()
  const { unpaid, status } = subscription
  if (!unpaid) return null
  return (
    <Alert
      tone={status === 'past_due' ? 'danger' : 'warning'}
      icon={<CreditCard aria-hidden className="size-5 shrink-0 self-start" />}
      title={`The delivery on ${formatDate(unpaid.date)} (${formatPrice(unpaid.total)}) is not paid`}
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
          ? `It is held until it is paid. We try your card again on ${formatDateTime(unpaid.nextAttemptAt)}.`
          : 'It is held until it is paid. Your card is not tried again by itself.'}
        {status === 'past_due' ? ' Paying it resumes your deliveries.' : ''}
      </p>
    </Alert>
  )
}
