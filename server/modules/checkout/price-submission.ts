import type { QuoteRequest } from '#contract/checkout.ts'
import { assertOrderDateInRange } from '#contract/dates/date-limits.ts'
import { findActiveProducts, priceItems, requireProducts } from '#server/modules/catalog/index.ts'
import { findDeposit } from '#server/modules/deposits/index.ts'
import type { OrderDraft } from '#server/modules/orders/index.ts'
import { findTax } from '#server/modules/tax/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { assertOfferedDate } from './rules.ts'

type Submission = Omit<QuoteRequest, 'customerEmail'> & { deliveryDate: string }

/** Rule 2: prices an order from the database, for a quote and for the order alike. */
export async function priceSubmission(
  deps: Pick<CheckoutDeps, 'db' | 'clock' | 'shop'>,
  submission: Submission,
  /** The customer, if known to be the buyer. */
  buyerId: string | undefined,
): Promise<Pick<OrderDraft, 'lines' | 'price'>> {
  const { items, isRecurring, deliveryDate } = submission
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  assertOfferedDate(deliveryDate, shopTime.calendar, shopTime.now)
  assertOrderDateInRange(deliveryDate, shopTime)
  const lines = requireProducts(items, await findActiveProducts(deps.db, items, shopTime.now))
  const taxOn = await findTax(deps.db, deps.shop, { ...submission, customerId: buyerId })
  const deposit = await findDeposit(deps.db, deps.shop, buyerId)
  return { lines, price: priceItems(lines, isRecurring, { tax: taxOn(deliveryDate), deposit }) }
}
