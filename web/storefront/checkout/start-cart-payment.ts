import { amountToCents } from '#contract/money.ts'
import { fetchProducts } from '#web/api/catalog.ts'
import { hasCode } from '#web/api/failures.ts'
import { startPayment } from '#web/api/payments.ts'
import type { CartLine } from '#web/storefront/cart/stored-cart.ts'
import {
  type PriceChange,
  priceCart,
  reprice,
  type UnavailableLine,
  unavailableLines,
} from './checkout-order.ts'

/** Changes that the buyer must review before the next attempt. */
export type ReviewNotice = { changes: PriceChange[]; unavailable: UnavailableLine[] }

export type StartedCheckout = {
  clientSecret: string
  /** Whether the server can be asked for delivery dates. */
  hasZones?: boolean | undefined
  lines: readonly CartLine[]
  /** Changes since the cart was filled, if the server detected any. */
  notice?: ReviewNotice
}

/**
 * Starts the payment of a cart. After a price increase an old cart may cost less than any product,
 * which the server rejects. Then the cart is repriced and the buyer gets a notice.
 */
export async function startCartPayment(lines: readonly CartLine[]): Promise<StartedCheckout> {
  const getSubtotal = (cartLines: readonly CartLine[]) => priceCart(cartLines, false).subtotalCents
  try {
    return { ...(await startPayment(getSubtotal(lines) / 100)), lines }
  } catch (error) {
    if (!hasCode(error, 'amount_too_small')) throw error
    const products = await fetchProducts()
    const { lines: repriced, changes } = reprice(lines, products)
    const prices = products.flatMap(({ price }) => amountToCents(price) ?? [])
    // Even if all products are unavailable, the page opens and shows the notice.
    const cents = Math.max(getSubtotal(repriced), Math.min(...prices))
    const payment = await startPayment(cents / 100)
    return {
      ...payment,
      lines: repriced,
      notice: { changes, unavailable: unavailableLines(lines, products) },
    }
  }
}
