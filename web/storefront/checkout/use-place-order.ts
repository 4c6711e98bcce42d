import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DeliveryForm } from '#contract/checkout.ts'
import { apiPaths } from '#contract/paths.ts'
import { productsQuery } from '#web/api/catalog.ts'
import { creditQuery } from '#web/api/credit.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { placeOrder } from '#web/api/orders.ts'
import { startPayment } from '#web/api/payments.ts'
import { paths } from '#web/paths.ts'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { type CartLine, writeLines } from '#web/storefront/cart/stored-cart.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { orderToPlace, priceCart, reprice, unavailableLines } from './checkout-order.ts'
import type { StartedCheckout } from './start-cart-payment.ts'

type PlaceOrderInput = {
  form: UseFormReturn<DeliveryForm>
  lines: readonly CartLine[]
  setLines: (lines: readonly CartLine[]) => void
  /** The total that the buyer sees. */
  totalCents: number
  started: StartedCheckout
}

/** Places and pays the order, then opens the confirmation page. Errors return to the form. */
export function usePlaceOrder(input: PlaceOrderInput) {
  const { form, lines, setLines, totalCents, started } = input
  const queryClient = useQueryClient()
  const [isProcessing, setIsProcessing] = useState(false)
  const [notice, setNotice] = useState(started.notice)
  // A second click can arrive before the button is rendered as disabled.
  const isBusy = useRef(false)
  const secret = useRef(started.clientSecret)

  function changeLines(next: readonly CartLine[]) {
    writeLines('cart', next)
    setLines(next)
  }

  /** Returns true if the browser is navigating to the confirmation page. */
  async function pay(
    delivery: DeliveryForm,
    card: CardControls | undefined,
    creditCents: number,
  ): Promise<boolean> {
    if (card && !(await card.check())) return false
    const placed = await placeOrder(
      orderToPlace(delivery, lines, { quotedCents: totalCents, creditCents }),
    )
    if (placed.clientSecret) secret.current = placed.clientSecret
    const confirmationPath = paths.confirmation(placed.orderId)
    // Account credit has paid for all of it.
    if (placed.isCovered || !card) {
      window.location.assign(confirmationPath)
      return true
    }
    const result = await card.confirm({
      clientSecret: secret.current,
      returnUrl: new URL(confirmationPath, window.location.origin).href,
    })
    if (result.isPaid) {
      window.location.assign(confirmationPath)
      return true
    }
    toast({ title: 'Payment Failed', description: result.message, variant: 'destructive' })
    return false
  }

  async function recover(error: unknown) {
    const description = failureText(error, 'Failed to process order')
    toast({ title: 'Error', description, variant: 'destructive' })
    showFieldErrors(form, error)
    if (hasCode(error, 'checkout_ended')) {
      const payment = await startPayment(priceCart(lines, false).subtotalCents / 100)
      secret.current = payment.clientSecret
    }
    if (hasCode(error, 'credit_changed')) {
      await queryClient.refetchQueries({ queryKey: creditQuery.queryKey })
    }
    // The date may be full by now, or its windows may have changed.
    void queryClient.invalidateQueries({ queryKey: [apiPaths.deliveryDates] })
    if (cartCodes.some((code) => hasCode(error, code))) {
      void queryClient.invalidateQueries({ queryKey: [apiPaths.quote] })
      const products = await refetchProducts(queryClient)
      const { lines: repriced, changes } = reprice(lines, products)
      const unavailable = unavailableLines(lines, products)
      if (changes.length) changeLines(repriced)
      if (changes.length || unavailable.length) setNotice({ changes, unavailable })
    }
  }

  /** Without a card, account credit pays for the order. */
  async function submit(
    delivery: DeliveryForm,
    { card, creditCents }: { card: CardControls | undefined; creditCents: number },
  ) {
    if (isBusy.current) return
    isBusy.current = true
    setIsProcessing(true)
    setNotice(undefined)
    let isLeaving = false
    try {
      isLeaving = await pay(delivery, card, creditCents)
    } catch (error) {
      // Recovery may fail as well; by then the toast already shows the error.
      await recover(error).catch(() => undefined)
    }
    if (isLeaving) return
    isBusy.current = false
    setIsProcessing(false)
  }

  function removeUnavailable() {
    if (!notice) return
    setNotice({ ...notice, unavailable: [] })
    changeLines(lines.filter((line) => !notice.unavailable.some(isSameProduct(line))))
  }

  return { submit, isProcessing, notice, removeUnavailable }
}

/** The cart differs from the shop: the buyer reviews it and submits again. */
const cartCodes = ['price_changed', 'product_unavailable', 'product_sold_out'] as const

const isSameProduct = (line: CartLine) => (other: CartLine) => other.product.id === line.product.id

/** Bypasses the cache, which has the old prices. */
function refetchProducts(queryClient: QueryClient) {
  return queryClient.fetchQuery({ ...productsQuery, staleTime: 0 })
}
