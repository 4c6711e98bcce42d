import { failureText } from '#web/api/failures.ts'
import { PriceSummary } from '#web/shared/orders/order-summary.tsx'
import { priceViewFrom } from '#web/shared/orders/price-view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from './section.tsx'
import type { Quote } from './use-quote.ts'

type OrderTotalProps = { quote: Quote; isPending: boolean }

/** The price as the server computes it, and the button that places the order. */
export function OrderTotal({ quote, isPending }: OrderTotalProps) {
  return (
    <Section title="Total">
      {quote.isEmpty ? <p className="text-muted">Add a product to see the price.</p> : null}
      {quote.error ? (
        <Alert
          tone="danger"
          action={
            <Button size="small" variant="secondary" onClick={() => void quote.refetch()}>
              Try again
            </Button>
          }
        >
          {failureText(quote.error, "We couldn't price this order.")}
        </Alert>
      ) : null}
      <div aria-live="polite" aria-busy={!quote.isEmpty && !quote.price && !quote.error}>
        {quote.shown && !quote.error ? (
          <PriceSummary price={priceViewFrom(quote.shown)} totalLabel="Total" />
        ) : null}
      </div>
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Placing order...' : 'Place order'}
      </Button>
      <p className="text-muted text-sm">Ctrl+Enter places the order from any field.</p>
    </Section>
  )
}
