import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleDollarSign } from 'lucide-react'
import { formatDate } from '#contract/dates/calendar.ts'
import {
  priceChangeSentences,
  priceConsentLabel,
} from '#contract/subscriptions/price-change-texts.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { failureText } from '#web/api/failures.ts'
import { agreeToPriceChange } from '#web/api/price-changes.ts'
import { subscriptionsQuery } from '#web/api/subscriptions.ts'
import { paths } from '#web/paths.ts'
import { formatPrice } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import type { OpenDialog } from './changes/change-dialog-switch.tsx'

type PriceChangesProps = {
  subscription: Subscription
  /** Opens a dialog of the page; without it, links lead to the page that has them. */
  onOpenDialog?: (dialog: OpenDialog) => void
  /** Leaves out increases that need no answer. */
  onlyOpen?: boolean
}

/** Rule 32: price increases of a subscription, with both choices while they wait for an answer. */
export function PriceChanges({ subscription, onOpenDialog, onlyOpen }: PriceChangesProps) {
  const { priceChanges } = subscription
  const visible = onlyOpen ? priceChanges.filter(({ status }) => status === 'open') : priceChanges
  return visible.map((change) => (
    <PriceChangeAlert key={change.id} change={change} onOpenDialog={onOpenDialog} />
  ))
}

type Change = Subscription['priceChanges'][number]

function PriceChangeAlert({
  change,
  onOpenDialog,
}: {
  change: Change
  onOpenDialog: PriceChangesProps['onOpenDialog']
}) {
  const { agree, isPending } = useAgree()
  const { productName, oldPrice, newPrice, status, firstDate } = change
  const isOpen = status === 'open'
  return (
    <Alert
      tone={isOpen ? 'warning' : 'info'}
      icon={<CircleDollarSign aria-hidden className="size-5 shrink-0 self-start" />}
      title={`${productName}: ${formatPrice(oldPrice)} now, ${formatPrice(newPrice)} from ${formatDate(firstDate)}`}
      action={
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          {isOpen ? (
            <Button size="small" disabled={isPending} onClick={() => agree(change.id)}>
              {isPending ? 'Saving...' : priceConsentLabel(change)}
            </Button>
          ) : null}
          {onOpenDialog ? (
            <Button
              variant="secondary"
              size="small"
              onClick={() => onOpenDialog({ type: 'products' })}
            >
              Change or cancel
            </Button>
          ) : (
            <SiteLink
              href={paths.customerSubscriptions()}
              className={buttonClass('secondary', 'small')}
            >
              Change or cancel
            </SiteLink>
          )}
        </div>
      }
    >
      {status === 'agreed' ? (
        <p>You agreed to this price.</p>
      ) : (
        priceChangeSentences(change).map((sentence) => <p key={sentence}>{sentence}</p>)
      )}
    </Alert>
  )
}

function useAgree() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: agreeToPriceChange,
    onSuccess: ({ newPrice, firstDate }) =>
      toast({
        title: 'New price agreed',
        description: `You'll pay $${newPrice} from ${formatDate(firstDate)}.`,
      }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to save your answer'),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
  })
  return { agree: mutate, isPending }
}
