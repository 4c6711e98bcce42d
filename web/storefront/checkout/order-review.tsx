import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { OrderLines, PriceSummary, type SummaryLine } from '#web/shared/orders/order-summary.tsx'
import type { PriceView } from '#web/shared/orders/price-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

type OrderReviewProps = {
  lines: readonly SummaryLine[]
  price: PriceView
  /** Notices for the buyer, above the button. */
  children?: ReactNode
  button: SubmitButtonProps
}

type SubmitButtonProps = { label: string; isProcessing: boolean; isReady: boolean }

/** The sticky order summary with the submit button. */
export function OrderReview({ lines, price, children, button }: OrderReviewProps) {
  return (
    <aside className="lg:sticky lg:top-20">
      <Card
        aria-labelledby="order-summary"
        className="lg:max-h-[calc(100dvh-6rem)] lg:overflow-auto"
      >
        <CardHeader>
          <CardTitle id="order-summary">Order Summary</CardTitle>
        </CardHeader>
        <CardBody className="flex flex-col gap-5 lg:gap-4">
          <OrderLines lines={lines} />
          <hr className="border-line" />
          <PriceSummary price={price} totalLabel="Total" />
          {children}
          <div className="flex flex-col gap-3">
            <SubmitButton {...button} />
            <p className="flex items-center justify-center gap-2 text-muted text-sm">
              <Lock aria-hidden className="size-4" />
              Secure checkout, free delivery
            </p>
          </div>
        </CardBody>
      </Card>
    </aside>
  )
}

/**
 * A disabled button loses the focus to the document, or to its container if it is clicked again.
 * After a failed attempt the button gets the focus back.
 */
function SubmitButton({ label, isProcessing, isReady }: SubmitButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  const wasProcessing = useRef(false)

  useEffect(() => {
    const focused = document.activeElement
    const hasLostFocus = !focused || focused.contains(element.current)
    if (wasProcessing.current && !isProcessing && hasLostFocus) element.current?.focus()
    wasProcessing.current = isProcessing
  }, [isProcessing])

  return (
    <Button
      ref={element}
      type="submit"
      size="large"
      className="w-full"
      disabled={isProcessing || !isReady}
    >
      {isProcessing ? 'Processing...' : label}
    </Button>
  )
}
