import { WalletCards } from 'lucide-react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { paths } from '#web/paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useChangeSubscription } from './use-change-subscription.ts'

/** Rule 16: a card is charged only with the cardholder's consent, given here with one click. */
export function DefaultCardNote({ subscription }: { subscription: Subscription }) {
  const { mutate, isPending, error } = useChangeSubscription(subscription.id, () => ({
    title: 'Card updated',
    description: "We'll charge your default card for this subscription.",
  }))
  if (subscription.paysBy === 'invoice') return <InvoiceNote />
  if (subscription.usesDefaultCard) return null
  return (
    <div className="flex flex-col items-start gap-3 rounded-control bg-surface-soft p-4 text-sm">
      <p>
        We charge the card used for the first order. You can switch to your default card instead.
      </p>
      <Button
        variant="secondary"
        size="small"
        disabled={isPending}
        onClick={() => mutate({ type: 'use_default_card' })}
      >
        <WalletCards aria-hidden className="size-4 shrink-0" />
        Use default card
      </Button>
      <div aria-live="polite" className="empty:hidden">
        {error ? (
          <p className="font-medium text-danger">
            {failureText(error, "We couldn't update your card. Try again.")}{' '}
            {hasCode(error, 'no_default_card') ? (
              <SiteLink href={paths.customerBilling()} className="underline">
                Go to Billing
              </SiteLink>
            ) : null}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Rule 39: no card is charged for this subscription. */
function InvoiceNote() {
  return (
    <p className="rounded-control bg-surface-soft p-4 text-sm">
      We send you an invoice for each delivery. No card is charged.
    </p>
  )
}
