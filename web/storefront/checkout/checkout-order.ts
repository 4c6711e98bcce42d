import type { DeliveryForm } from '#contract/checkout.ts'
import { amountToCents, centsToText } from '#contract/money.ts'
import { type OrderPrice, priceOrder } from '#contract/pricing.ts'
import type { KnownProduct } from '#web/api/adapt/product.ts'
import type { OrderToPlace } from '#web/api/orders.ts'
import type { SummaryLine } from '#web/shared/orders/order-summary.tsx'
import type { CartLine } from '#web/storefront/cart/stored-cart.ts'

const unitPriceCents = (line: CartLine) => amountToCents(line.product.price) ?? 0

export function priceCart(lines: readonly CartLine[], isRecurring: boolean): OrderPrice {
  const items = lines.map((line) => ({
    label: line.product.name,
    priceCents: unitPriceCents(line),
    quantity: line.quantity,
  }))
  return priceOrder(items, isRecurring)
}

export function summaryLines(lines: readonly CartLine[]): SummaryLine[] {
  const priced = priceCart(lines, false).lines
  return lines.map((line, index) => ({
    key: line.product.id,
    name: line.product.name,
    quantity: line.quantity,
    priceCents: unitPriceCents(line),
    lineCents: priced[index]?.cents ?? 0,
  }))
}

type QuotedAmounts = {
  /** The total that the server quoted, if it adds to the price of the items. */
  quotedCents?: number
  /** The account credit that the page shows. */
  creditCents?: number
}

/** Exactly the fields of an order submission; only recurring orders have a frequency. */
export function orderToPlace(
  form: DeliveryForm,
  lines: readonly CartLine[],
  { quotedCents, creditCents = 0 }: QuotedAmounts = {},
): OrderToPlace {
  const { recurringFrequency, deliveryWindow, deliveryInstructions, ...delivery } = form
  const price = priceCart(lines, form.isRecurring)
  return {
    ...delivery,
    ...(form.isRecurring && recurringFrequency ? { recurringFrequency } : {}),
    ...(deliveryWindow ? { deliveryWindow } : {}),
    ...(deliveryInstructions?.trim() ? { deliveryInstructions } : {}),
    items: lines.map(({ product, quantity }) => ({
      productId: product.id,
      quantity,
      price: product.price,
    })),
    subtotal: centsToText(price.subtotalCents),
    total: centsToText(quotedCents ?? price.totalCents),
    // The server compares it, so that no one pays more than the page showed.
    ...(creditCents > 0 ? { credit: centsToText(creditCents) } : {}),
  }
}

export type PriceChange = { name: string; beforeCents: number; afterCents: number }

type PricedProduct = Pick<KnownProduct, 'id' | 'price' | 'isSoldOut'>

/** Returns the lines at today's prices, and the price changes. */
export function reprice(lines: readonly CartLine[], products: readonly PricedProduct[]) {
  const changes: PriceChange[] = []
  const repriced = lines.map((line) => {
    const product = products.find(({ id }) => id === line.product.id)
    const afterCents = product && amountToCents(product.price)
    if (!product || afterCents === undefined || afterCents === unitPriceCents(line)) return line
    changes.push({ name: line.product.name, beforeCents: unitPriceCents(line), afterCents })
    return { ...line, product: { ...line.product, price: product.price } }
  })
  return { lines: repriced, changes }
}

/** A line that cannot be ordered at present, or no longer. */
export type UnavailableLine = CartLine & { isSoldOut: boolean }

export function unavailableLines(
  lines: readonly CartLine[],
  products: readonly PricedProduct[],
): UnavailableLine[] {
  return lines.flatMap((line) => {
    const product = products.find(({ id }) => id === line.product.id)
    if (product && !product.isSoldOut) return []
    return [{ ...line, isSoldOut: Boolean(product) }]
  })
}
