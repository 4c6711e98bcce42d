import { amountToCents } from '#contract/money.ts'
import { fetchProducts } from '#web/api/catalog.ts'
import { hasCode } from '#web/api/failures.ts'
import { startPayment } from '#web/api/payments.ts'
import type { CartLine } from '#web/storefront/cart/stored-cart.ts'
import { type PriceChange, priceCart, reprice, unavailableLines } from './checkout-order.ts'

/** What the buyer has to look at again before another try. */
export type ReviewNotice = { changes: PriceChange[]; unavailable: CartLine[] }

export type StartedCheckout = {
  clientSecret: string
  lines: readonly CartLine[]
  /** What has changed since the cart was filled, where the server noticed it. */
  notice?: ReviewNotice
}

/**
 * Begins the payment of a cart. A cart from before a rise in prices may cost less than any product
 * does now, and is refused: then it is brought to today's prices, and the buyer is told.
 */
export async function startCartPayment(lines: readonly CartLine[]): Promise<StartedCheckout> {
  const subtotalOf = (some: readonly CartLine[]) => priceCart(some, false).subtotalCents
  try {
    return { clientSecret: await startPayment(subtotalOf(lines) / 100), lines }
  } catch (error) {
    if (!hasCode(error, 'amount_too_small')) throw error
    const products = await fetchProducts()
    const { lines: repriced, changes } = reprice(lines, products)
    const prices = products.flatMap(({ price }) => amountToCents(price) ?? [])
    // What is no longer sold may be all there is: the page still opens, and says so.
    const cents = Math.max(subtotalOf(repriced), Math.min(...prices))
    const clientSecret = await startPayment(cents / 100)
    return {
      clientSecret,
      lines: repriced,
      notice: { changes, unavailable: unavailableLines(lines, products) },
    }
  }
}
