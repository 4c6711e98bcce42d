import { useEffect, useRef, useState } from 'react'
import { failureText } from '#web/api/failures.ts'
import { paths } from '#web/paths.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { type CartLine, moveTempCart, writeLines } from '#web/storefront/cart/stored-cart.ts'
import { keepCheckoutProblem } from '#web/storefront/home/checkout-problem.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type BegunCheckout, beginWithCart } from './begin-with-cart.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { useReloadFromMemory } from './use-reload-from-memory.ts'

export default function CheckoutPage() {
  const [lines, setLines] = useState<readonly CartLine[]>(() => moveTempCart())
  const [begun, setBegun] = useState<BegunCheckout>()
  const hasBegun = useRef(false)
  useReloadFromMemory()

  useEffect(() => {
    if (lines.length === 0) return goHome()
    if (hasBegun.current) return
    hasBegun.current = true
    const open = (checkout: BegunCheckout) => {
      if (checkout.notice) {
        writeLines('cart', checkout.lines)
        setLines(checkout.lines)
      }
      setBegun(checkout)
    }
    beginWithCart(lines).then(open, (error) => {
      // biome-ignore lint/suspicious/noConsole: the spec has this failure logged
      console.warn('The payment could not be begun', error)
      const message = failureText(error, '')
      if (message) keepCheckoutProblem(message)
      goHome()
    })
  }, [lines])

  if (lines.length > 0 && begun) {
    return <CheckoutForm lines={lines} setLines={setLines} begun={begun} />
  }
  return (
    <PageShell mainClassName="grid min-h-[70dvh] place-items-center bg-surface-soft">
      <h1 className="sr-only">Checkout</h1>
      <Spinner label="Preparing your checkout" shown />
    </PageShell>
  )
}

/** A new document, as every way out of a page with a card form; going back does not lead here. */
function goHome() {
  window.location.replace(paths.home())
}
