import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OrderQuote } from './use-quote.ts'

/** Says why the total is not complete yet. */
export function QuoteStatus({ status, retry }: Pick<OrderQuote, 'status' | 'retry'>) {
  if (status === 'failed') {
    return (
      <Alert
        tone="danger"
        urgent
        title="We couldn't calculate your total"
        action={
          <Button variant="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        You haven't been charged.
      </Alert>
    )
  }
  return (
    <div role="status" className="text-muted text-sm empty:hidden">
      {status === 'loading' ? <Spinner label="Calculating your total..." showLabel /> : null}
      {status === 'incomplete' ? 'Enter your delivery address to see your total.' : null}
    </div>
  )
}
