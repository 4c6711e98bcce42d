import { useRef, useState } from 'react'
import type { Agreement } from '#contract/subscriptions/agreements.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { agree, decline, startCard } from './agreement-calls.ts'

export type AnswerProps = {
  token: string
  agreement: Agreement
  /** The bank authenticated the card on its own page and sent the customer back. */
  isCardSaved: boolean
  onAnswer: (answer: 'agreed' | 'declined') => void
  onReload: () => Promise<void>
}

const fail = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' })

/** Saves the card, then sends the answer with the terms that the page shows. */
export function useAnswer({ token, agreement, onAnswer, onReload, ...initial }: AnswerProps) {
  const [isProcessing, setIsProcessing] = useState(false)
  const isBusy = useRef(false)
  // If only the answer was lost, the same card need not be saved again.
  const [isCardSaved, setIsCardSaved] = useState(initial.isCardSaved)

  async function saveCard(card: CardControls | undefined): Promise<boolean> {
    if (isCardSaved) return true
    if (!card || !(await card.check())) return false
    const clientSecret = await startCard(token)
    const result = await card.confirm({ clientSecret, returnUrl: window.location.href })
    if (!result.isPaid) fail('Card not saved', result.message)
    return result.isPaid
  }

  async function send(answer: 'agree' | 'decline', card?: CardControls) {
    if (answer === 'decline') {
      await decline(token)
      return onAnswer('declined')
    }
    if (!(await saveCard(card))) return
    try {
      await agree(token, agreement)
    } catch (error) {
      // The fields stay until it is known that the card is saved and only the answer failed.
      setIsCardSaved(!hasCode(error, 'no_card_yet'))
      throw error
    }
    onAnswer('agreed')
  }

  return {
    isProcessing,
    isCardSaved,
    replaceCard: () => setIsCardSaved(false),
    async submit(answer: 'agree' | 'decline', card?: CardControls) {
      if (isBusy.current) return
      isBusy.current = true
      setIsProcessing(true)
      try {
        await send(answer, card)
      } catch (error) {
        fail('Error', failureText(error, "We couldn't save your answer. Try again."))
        const isOutdated =
          hasCode(error, 'terms_changed') ||
          hasCode(error, 'already_answered') ||
          hasCode(error, 'already_subscribed') ||
          hasCode(error, 'product_unavailable')
        if (isOutdated) await onReload().catch(() => undefined)
      }
      isBusy.current = false
      setIsProcessing(false)
    },
  }
}
