import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { amountToCents, formatCents } from '#contract/money.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { orderQuery } from '#web/api/orders.ts'
import { payOrder } from '#web/api/payments.ts'
import { paths } from '#web/paths.ts'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

/**
 * Pays the order, then opens the confirmation page. `displayedCents` is the total the buyer saw.
 */
export function usePayOrder(
  orderId: string,
  displayedCents: number,
  saveCard: boolean | undefined,
) {
  const queryClient = useQueryClient()
  const [isProcessing, setIsProcessing] = useState(false)
  const isBusy = useRef(false)

  const fail = (title: string, description: string) =>
    toast({ title, description, variant: 'destructive' })

  const reloadOrder = () => queryClient.fetchQuery({ ...orderQuery(orderId), staleTime: 0 })

  /** Returns true if the browser is navigating to the confirmation page. */
  async function tryToPay(card: CardControls): Promise<boolean> {
    if (!(await card.check())) return false
    const { clientSecret, total } = await payOrder(orderId, saveCard)
    const totalCents = amountToCents(total ?? '')
    if (totalCents !== undefined && totalCents !== displayedCents) {
      await reloadOrder()
      fail(
        'Error',
        `The total for this order is now ${formatCents(totalCents)}. Review it before you pay.`,
      )
      return false
    }
    const confirmationPath = paths.confirmation(orderId)
    const returnUrl = new URL(confirmationPath, window.location.origin).href
    const result = await card.confirm({ clientSecret, returnUrl })
    if (result.isPaid) window.location.assign(confirmationPath)
    else fail('Payment Failed', result.message)
    return result.isPaid
  }

  async function pay(card: CardControls | undefined) {
    if (isBusy.current || !card) return
    isBusy.current = true
    setIsProcessing(true)
    let isLeaving = false
    try {
      isLeaving = await tryToPay(card)
    } catch (error) {
      fail('Error', failureText(error, "We couldn't process your payment. Try again."))
      // The reloaded order shows why it can no longer be paid.
      if (hasCode(error, 'not_payable')) await reloadOrder().catch(() => undefined)
    }
    if (isLeaving) return
    isBusy.current = false
    setIsProcessing(false)
  }

  return { pay, isProcessing }
}
