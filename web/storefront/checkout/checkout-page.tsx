import { useEffect, useRef, useState } from 'react'
import { failureText } from '#web/api/failures.ts'
import { paths } from '#web/paths.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { moveTempCart } from '#web/storefront/cart/move-temp-cart.ts'
import { type CartLine, writeLines } from '#web/storefront/cart/stored-cart.ts'
import { saveCheckoutProblem } from '#web/storefront/home/checkout-problem.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { type StartedCheckout, startCartPayment } from './start-cart-payment.ts'
import { useReloadOnBfcache } from './use-reload-on-bfcache.ts'

export default function CheckoutPage() {
  const [lines, setLines] = useState<readonly CartLine[]>(() => moveTempCart())
  const [started, setStarted] = useState<StartedCheckout>()
  const hasStarted = useRef(false)
  useReloadOnBfcache()

  useEffect(() => {
    if (lines.length === 0) return goHome()
    if (hasStarted.current) return
    hasStarted.current = true
    const open = (checkout: StartedCheckout) => {
      if (checkout.notice) {
        writeLines('cart', checkout.lines)
        setLines(checkout.lines)
      }
      setStarted(checkout)
    }
    startCartPayment(lines).then(open, (error) => {
      // biome-ignore lint/suspicious/noConsole: the spec has this failure logged
      console.warn('The payment could not be started', error)
      const message = failureText(error, '')
      if (message) saveCheckoutProblem(message)
      goHome()
    })
  }, [lines])

  if (lines.length > 0 && started) {
    return <CheckoutForm lines={lines} setLines={setLines} started={started} />
  }
  return (
    <PageShell mainClassName="grid min-h-[70dvh] place-items-center bg-surface-soft">
      <h1 className="sr-only">Checkout</h1>
      <Spinner label="Preparing your checkout" showLabel />
    </PageShell>
  )
}

/** A full page load, as always when leaving a page with a card form. Skips the history entry. */
function goHome() {
  window.location.replace(paths.home())
}
