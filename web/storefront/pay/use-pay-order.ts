import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { amountToCents, formatCents } from '#contract/money.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { orderQuery } from '#web/api/orders.ts'
import { payOrder } from '#web/api/payments.ts'
import { paths } from '#web/paths.ts'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** From 'Pay now' to the confirmation page. `shownCents` is the sum that the buyer has agreed to. */
export function usePayOrder(orderId: string, shownCents: number, saveCard: boolean | undefined) {
  const queryClient = useQueryClient()
  const [isProcessing, setIsProcessing] = useState(false)
  const isBusy = useRef(false)

  const fail = (title: string, description: string) =>
    toast({ title, description, variant: 'destructive' })

  const reloadOrder = () => queryClient.fetchQuery({ ...orderQuery(orderId), staleTime: 0 })

  /** True when the browser is on its way to the confirmation. */
  async function tryToPay(card: CardControls): Promise<boolean> {
    if (!(await card.check())) return false
    const { clientSecret, total } = await payOrder(orderId, saveCard)
    const asked = amountToCents(total ?? '')
    if (asked !== undefined && asked !== shownCents) {
      await reloadOrder()
      fail(
        'Error',
        `The total for this order is now ${formatCents(asked)}. Review it before you pay.`,
      )
      return false
    }
    const goal = paths.confirmation(orderId)
    const returnUrl = new URL(goal, window.location.origin).href
    const result = await card.confirm({ clientSecret, returnUrl })
    if (result.isPaid) window.location.assign(goal)
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
      // Why it cannot be paid any more is told by the order itself.
      if (hasCode(error, 'not_payable')) await reloadOrder().catch(() => undefined)
    }
    if (isLeaving) return
    isBusy.current = false
    setIsProcessing(false)
  }

  return { pay, isProcessing }
}
