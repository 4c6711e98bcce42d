import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { PortalView } from '#contract/payments/sandbox-portal.ts'
import { failureText } from '#web/api/failures.ts'
import {
  makeSandboxCardDefault,
  removeSandboxCard,
  sandboxPortalQuery,
} from '#web/api/sandbox-portal.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { brandName } from './brand-name.ts'

type SavedCard = PortalView['cards'][number]
type SavedCardsProps = { sessionId: string; cards: readonly SavedCard[] }

export function SavedCards({ sessionId, cards }: SavedCardsProps) {
  const { makeDefault, remove, isBusy } = useCardChanges(sessionId)
  const [toRemove, setToRemove] = useState<SavedCard>()
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0">
            <CreditCard aria-hidden className="size-6 shrink-0 text-muted" />
            <div className="min-w-40 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {cardLabel(card)}
                {card.isDefault ? <Badge tone="success">Default</Badge> : null}
              </p>
              <p className="text-muted text-sm tabular-nums">Expires {formatExpiry(card)}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              {card.isDefault ? null : (
                <Button
                  variant="secondary"
                  size="small"
                  disabled={isBusy}
                  aria-label={`Set as default: ${cardLabel(card)}`}
                  onClick={() => makeDefault(card.id)}
                >
                  Set as default
                </Button>
              )}
              <Button
                variant="ghost"
                size="small"
                disabled={isBusy}
                aria-label={`Remove ${cardLabel(card)}`}
                onClick={() => {
                  setToRemove(card)
                  setIsConfirming(true)
                }}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Remove this card?"
        dismissLabel="Keep card"
        confirmLabel="Remove card"
        isBusy={isBusy}
        onConfirm={() => toRemove && remove(toRemove.id, () => setIsConfirming(false))}
      >
        <p>
          We'll stop charging {toRemove ? cardLabel(toRemove) : ''}. Without another card, you'll
          need to pay for each recurring delivery yourself.
        </p>
      </ConfirmDialog>
    </>
  )
}

const cardLabel = ({ brand, last4 }: SavedCard) => `${brandName(brand)} ending in ${last4}`

const formatExpiry = ({ expMonth, expYear }: SavedCard) =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`

function useCardChanges(sessionId: string) {
  const queryClient = useQueryClient()
  const onChanged = (portal: PortalView | undefined, title: string) => {
    const { queryKey } = sandboxPortalQuery(sessionId)
    if (portal?.cards) queryClient.setQueryData(queryKey, portal)
    else void queryClient.invalidateQueries({ queryKey })
    toast({ title })
  }
  const onFailed = (error: unknown, fallback: string) =>
    toast({
      title: 'Error',
      description: failureText(error, fallback),
      variant: 'destructive',
    })
  const defaulting = useMutation({
    mutationFn: (card: string) => makeSandboxCardDefault(sessionId, card),
    onSuccess: (portal) => onChanged(portal, 'Default card updated'),
    onError: (error) => onFailed(error, 'Failed to update the default card'),
  })
  const removing = useMutation({
    mutationFn: (card: string) => removeSandboxCard(sessionId, card),
    onSuccess: (portal) => onChanged(portal, 'Card removed'),
    onError: (error) => onFailed(error, 'Failed to remove the card'),
  })
  return {
    makeDefault: defaulting.mutate,
    remove: (card: string, onSettled: () => void) => removing.mutate(card, { onSettled }),
    isBusy: defaulting.isPending || removing.isPending,
  }
}
