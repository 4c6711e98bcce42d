/** Prices an order. Browser and server run the same code, so both get the same total (rule 1). */

import { SUBSCRIPTION_DISCOUNT_PERCENT } from './pricing-limits.ts'
import { formatTaxRate, type TaxRate, taxCents } from './tax.ts'

export type PriceLine = {
  kind: 'product' | 'discount' | 'deposit' | 'tax' | 'fee'
  label: string
  /** Negative for discounts. */
  cents: number
  productId?: string
  quantity?: number
  /** Product lines only: the price after its share of the discounts. */
  netCents?: number
  /** The line's share of the tax, if the order is taxed; the tax itself is a line of its own. */
  taxCents?: number
}

export type OrderTotals = {
  /** The total of the product lines. */
  subtotalCents: number
  /** The total of the discounts, as a positive amount. */
  discountCents: number
  totalCents: number
}

/** The `cents` of the lines add up to `totalCents`. */
export type OrderPrice = OrderTotals & { lines: PriceLine[] }

export type PricedItem = {
  productId?: string
  label: string
  priceCents: number
  quantity: number
  /** Products are taxable unless this is false. */
  isTaxable?: boolean
  /** Bottles are returnable unless this is false. */
  isReturnable?: boolean
}

/** Rule 42: the deposit of a bottle, the bottles for which it was already paid, and those held. */
export type DepositRule = {
  bottleCents: number
  bottlesOnDeposit: number
  /** Known only of imported customers with bottles (rule 67). */
  bottlesHeld?: number | undefined
  isTaxable: boolean
}

/** Amounts added to the products' prices. None by default (rules 41 and 42). */
export type OrderCharges = { tax?: TaxRate | undefined; deposit?: DepositRule | undefined }

type PricedQuantity = Pick<PricedItem, 'priceCents' | 'quantity'>

export function priceOrder(
  items: readonly PricedItem[],
  isRecurring: boolean,
  { tax, deposit }: OrderCharges = {},
): OrderPrice {
  const totals = orderTotals(items, isRecurring)
  const shares = allocateCents(totals.discountCents, items.map(lineCents))
  const products = items.map((priced, n): NetLine => {
    const { priceCents, isTaxable: _taxable, isReturnable: _returnable, ...item } = priced
    const cents = priceCents * item.quantity
    return { kind: 'product', ...item, cents, netCents: cents - (shares[n] ?? 0) }
  })
  const lines: PriceLine[] = [...products]
  if (totals.discountCents > 0) {
    const label = `Subscription discount (${SUBSCRIPTION_DISCOUNT_PERCENT}%)`
    lines.push({ kind: 'discount', label, cents: -totals.discountCents })
  }
  const taxable = products.map(({ netCents }, n) => (items[n]?.isTaxable === false ? 0 : netCents))
  const depositLine = deposit && toDepositLine(items, deposit)
  if (depositLine) lines.push(depositLine)
  if (tax) {
    const depositTaxable = depositLine && deposit?.isTaxable ? [depositLine] : []
    const taxLine = addTax(
      tax,
      [...products, ...depositTaxable],
      [...taxable, ...depositTaxable.map(({ cents }) => cents)],
    )
    if (taxLine.cents > 0) lines.push(taxLine)
  }
  return { ...totals, totalCents: sumCents(lines.map(({ cents }) => cents)), lines }
}

/**
 * Rule 42: a deposit for each bottle, held or ordered, beyond those on deposit. Until bottles are
 * counted at the door, a customer is taken to hold as many as were ordered or imported.
 */
function toDepositLine(
  items: readonly PricedItem[],
  { bottleCents, bottlesOnDeposit, bottlesHeld = 0 }: DepositRule,
): PriceLine | undefined {
  const returnable = items.filter(({ isReturnable }) => isReturnable !== false)
  const ordered = sumCents(returnable.map(({ quantity }) => quantity))
  const quantity = Math.max(0, Math.max(bottlesHeld, ordered) - bottlesOnDeposit)
  if (quantity === 0) return undefined
  return { kind: 'deposit', label: 'Bottle deposit', quantity, cents: quantity * bottleCents }
}

/** The total of the lines of one kind. */
export const sumLineCents = (lines: readonly PriceLine[], wanted: PriceLine['kind']): number =>
  sumCents(lines.filter(({ kind }) => kind === wanted).map(({ cents }) => cents))

/** Rule 43: credit is no price line, but a payment below the total. */
export const amountDueCents = (price: { totalCents: number; creditCents?: number }): number =>
  price.totalCents - (price.creditCents ?? 0)

type NetLine = PriceLine & { netCents: number }

/**
 * Rule 41: tax is rounded half up once per order and allocated to the taxed lines by largest
 * remainder, so that the tax of a single item is exact, too.
 */
function addTax(rate: TaxRate, lines: readonly PriceLine[], taxable: readonly number[]): PriceLine {
  const cents = taxCents(sumCents(taxable), rate)
  const shares = allocateCents(cents, taxable)
  for (const [n, line] of lines.entries()) line.taxCents = shares[n] ?? 0
  return { kind: 'tax', label: `Sales tax (${formatTaxRate(rate)})`, cents }
}

export function orderTotals(items: readonly PricedQuantity[], isRecurring: boolean): OrderTotals {
  const subtotalCents = sumCents(items.map(lineCents))
  const discountCents = isRecurring ? subscriptionDiscount(subtotalCents) : 0
  return { subtotalCents, discountCents, totalCents: subtotalCents - discountCents }
}

const lineCents = ({ priceCents, quantity }: PricedQuantity) => priceCents * quantity

const sumCents = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0)

/** Rounds half a cent up. Integer math avoids floating-point errors. */
function subscriptionDiscount(subtotalCents: number): number {
  return Math.floor((subtotalCents * SUBSCRIPTION_DISCOUNT_PERCENT + 50) / 100)
}

/**
 * Splits an amount in proportion to the weights, to the cent. Each share is rounded down; the
 * remaining cents go to the largest remainders. On a tie the first line wins.
 */
export function allocateCents(cents: number, weights: readonly number[]): number[] {
  const totalWeight = sumCents(weights)
  if (totalWeight === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    // The product of two amounts of a huge order would not be exact as a number.
    const product = BigInt(cents) * BigInt(weight)
    const remainder = Number(product % BigInt(totalWeight))
    return { index, remainder, cents: Number(product / BigInt(totalWeight)) }
  })
  const leftOverCents = cents - sumCents(shares.map((share) => share.cents))
  const largestFirst = shares.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const share of largestFirst.slice(0, leftOverCents)) share.cents += 1
  return shares.map((share) => share.cents)
}
