import type { Quote, QuoteRequest } from '#contract/checkout.ts'
import { earliestDelivery } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import { toPriceLine } from '#server/modules/orders/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { priceSubmission } from './price-submission.ts'

/** The price that the order would have now. Stores nothing. */
export async function quoteOrder(
  deps: Pick<CheckoutDeps, 'db' | 'clock' | 'shop'>,
  request: QuoteRequest,
  buyerId: string | undefined,
): Promise<Quote> {
  const deliveryDate =
    request.deliveryDate ?? earliestDelivery(deps.shop.calendar, deps.clock.now())
  const { price } = await priceSubmission(deps, { ...request, deliveryDate }, buyerId)
  return {
    priceLines: price.lines.map(toPriceLine),
    subtotal: centsToText(price.subtotalCents),
    discount: centsToText(price.discountCents),
    total: centsToText(price.totalCents),
  }
}
