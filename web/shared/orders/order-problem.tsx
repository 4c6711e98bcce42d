import type { ReactNode } from 'react'
import { hasStatus } from '#web/api/failures.ts'
import { Button } from '#web/ui/button.tsx'

type OrderProblemProps = {
  error: unknown
  onRetry: () => void
  /** Links shown below the message. */
  children: ReactNode
}

/** Shown if an order does not exist or could not be loaded. */
export function OrderProblem({ error, onRetry, children }: OrderProblemProps) {
  const isMissing = hasStatus(error, 404) || hasStatus(error, 400)
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <h1 className="text-3xl">{isMissing ? 'Order not found' : "We couldn't load your order"}</h1>
      <p className="max-w-md text-muted">
        {isMissing
          ? "We couldn't find this order. Check the link in your email."
          : "We couldn't reach the server. Your order is safe. Try again in a moment."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isMissing ? null : <Button onClick={onRetry}>Try again</Button>}
        {children}
      </div>
    </div>
  )
}
