import { paths } from '#web/paths.ts'
import type { OrderOutcome } from '#web/shared/orders/order-outcome.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const texts: Partial<Record<OrderOutcome, readonly [heading: string, text: string]>> = {
  paid: ['Already paid', 'This order has been paid. There is nothing left to do.'],
  processing: [
    'Payment on its way',
    'Your bank is still working on the payment, so please do not pay again.',
  ],
  scheduled: [
    'Nothing to pay yet',
    'This delivery of your subscription is charged to the saved card on its date.',
  ],
  refunded: ['Order refunded', 'The money for this order has been sent back to your card.'],
  cancelled: ['Order cancelled', 'This order has been cancelled and can no longer be paid.'],
}

/** An order that takes no card any more, and where to go instead. */
export function NothingToPay({ orderId, outcome }: { orderId: string; outcome: OrderOutcome }) {
  const [heading, text] = texts[outcome] ?? ['Nothing to pay', 'This order needs no payment.']
  return (
    <div className="flex flex-col items-center gap-4 py-14 text-center">
      <h1 className="text-3xl">{heading}</h1>
      <p className="max-w-md text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <SiteLink href={paths.confirmation(orderId)} className={buttonClass('primary')}>
          View your order
        </SiteLink>
        <SiteLink href={paths.home()} className={buttonClass('secondary')}>
          Back to Shopping
        </SiteLink>
      </div>
    </div>
  )
}
