import { WalletCards } from 'lucide-react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { paths } from '#web/paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useChangeSubscription } from './use-change-subscription.ts'

/** Rule 16: a card is charged only where its owner has said so; here it takes one click. */
export function DefaultCardNote({ subscription }: { subscription: Subscription }) {
  const { mutate, isPending, error } = useChangeSubscription(subscription.id, () => ({
    title: 'Card changed',
    description: 'Your default card pays for this subscription from now on.',
  }))
  if (subscription.usesDefaultCard) return null
  return (
    <div className="flex flex-col items-start gap-3 rounded-control bg-surface-soft p-4 text-sm">
      <p>
        Charged to the card that it was first paid with. If this subscription is yours, your default
        card can pay for it, and any card that you make the default later.
      </p>
      <Button
        variant="secondary"
        size="small"
        disabled={isPending}
        onClick={() => mutate({ type: 'use_default_card' })}
        className="h-auto! min-h-11 max-w-full shrink! whitespace-normal! py-2 text-left sm:min-h-9"
      >
        <WalletCards aria-hidden className="size-4 shrink-0" />
        Use my default card for this subscription
      </Button>
      <div aria-live="polite" className="empty:hidden">
        {error ? (
          <p className="font-medium text-danger">
            {failureText(error, 'The card could not be changed. Please try again.')}{' '}
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
