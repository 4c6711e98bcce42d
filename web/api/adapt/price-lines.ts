import { amountToCents, centsToText } from '#contract/money.ts'
import type { PriceLine } from '#contract/orders.ts'
import { SUBSCRIPTION_DISCOUNT_PERCENT } from '#contract/pricing-limits.ts'
import { type Fields, toFields, toList, toText } from './read.ts'

type PricedItem = { price: string; quantity: number; product: { name: string } }

/**
 * A backend that implements only the specification sends no lines. Its items become product lines,
 * and a total below the subtotal implies a discount line. Nothing else compares the two.
 */
export function toPriceLines(body: Fields, items: readonly PricedItem[]): PriceLine[] {
  const sent = Array.isArray(body.priceLines) && toList(body.priceLines, toLine).filter(hasAmount)
  if (sent) return sent.some(isProduct) ? sent : [...items.map(toProductLine), ...sent]
  const [subtotalCents = 0, totalCents = subtotalCents] = [body.subtotal, body.total].map(toCents)
  const discountCents = subtotalCents - totalCents
  return [
    ...items.map(toProductLine),
    ...(discountCents > 0 ? [toDiscountLine(discountCents)] : []),
  ]
}

/** A line without a kind is shown like a fee. */
function toLine(body: unknown): PriceLine {
  const line = toFields(body)
  return {
    ...(line as Partial<PriceLine>),
    kind: (toText(line.kind) ?? 'fee') as PriceLine['kind'],
    label: toText(line.label) ?? '',
    amount: toText(line.amount) ?? '',
  }
}

const isProduct = ({ kind }: PriceLine) => kind === 'product'

const hasAmount = ({ amount }: PriceLine) => amountToCents(amount.replace(/^-/, '')) !== undefined

const toCents = (amount: unknown) => amountToCents(toText(amount) ?? '')

const toProductLine = ({ price, quantity, product }: PricedItem): PriceLine => ({
  kind: 'product',
  label: product.name,
  amount: centsToText(Math.round((toCents(price) ?? 0) * quantity)),
  quantity,
})

const toDiscountLine = (cents: number): PriceLine => ({
  kind: 'discount',
  label: `Subscription discount (${SUBSCRIPTION_DISCOUNT_PERCENT}%)`,
  amount: centsToText(-cents),
})
