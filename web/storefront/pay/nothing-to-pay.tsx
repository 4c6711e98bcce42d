import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import type { OrderOutcome } from '#web/shared/orders/order-outcome.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const texts: Partial<Record<OrderOutcome, readonly [heading: string, text: string]>> = {
  paid: ['Already paid', "You've paid for this order. There's nothing else to do."],
  processing: [
    'Payment processing',
    "Your bank is still processing this payment. Please don't pay again.",
  ],
  scheduled: [
    'Nothing to pay yet',
    "We'll charge your saved card for this delivery on the delivery date.",
  ],
  to_invoice: [
    'Nothing to pay yet',
    "We'll send you an invoice for this delivery on the delivery date.",
  ],
  due: ['Nothing to pay here', 'You can pay for this order on delivery or by invoice.'],
  refunded: ['Order refunded', "We've refunded this order to your card."],
  cancelled: ['Order cancelled', "This order was cancelled. There's nothing to pay."],
}

/** Rule 39: a link ends after seven days, or at the delivery's cut-off. */
const expiredText = () =>
  [
    'This link has expired',
    `We cancelled this order because we didn't hear from you in time. You haven't been charged. To order again, call ${pageData().shop.phone} or use the shop.`,
  ] as const

/** Shown instead of the card form for orders that cannot be paid. */
type NothingToPayProps = {
  orderId: string
  outcome: OrderOutcome
  /** A link that staff sent has expired. */
  isExpired?: boolean
}

export function NothingToPay({ orderId, outcome, isExpired = false }: NothingToPayProps) {
  const known = isExpired && outcome === 'cancelled' ? expiredText() : texts[outcome]
  const [heading, text] = known ?? ['Nothing to pay', "You don't owe anything for this order."]
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
