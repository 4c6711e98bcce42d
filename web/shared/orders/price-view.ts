import { amountToCents } from '#contract/money.ts'
import type { PriceLine as PriceLineResponse } from '#contract/orders.ts'
import type { OrderPrice, PriceLine } from '#contract/pricing.ts'

/** What is added to the subtotal or taken off it; negative where it is taken off. */
export type Adjustment = Pick<PriceLine, 'kind' | 'label' | 'cents'>

/** The amounts of an order as pages show them. */
export type PriceView = { subtotalCents: number; adjustments: Adjustment[]; totalCents: number }

type PricedResponse = {
  subtotal: string | null
  total: string | null
  priceLines: readonly PriceLineResponse[] | null
}

export function toPriceView({ lines, subtotalCents, totalCents }: OrderPrice): PriceView {
  const adjustments = lines.filter(({ kind }) => kind !== 'product')
  return { subtotalCents, adjustments, totalCents }
}

/** The answer's own amounts, never computed again: they are what was charged. */
export function priceViewFrom({ subtotal, total, priceLines }: PricedResponse): PriceView {
  const charged = amountToCents(total ?? '')
  const subtotalCents = amountToCents(subtotal ?? '') ?? charged ?? 0
  const totalCents = charged ?? subtotalCents
  const adjustments = priceLines?.map(toAdjustment).filter(({ kind }) => kind !== 'product')
  return {
    subtotalCents,
    adjustments: adjustments ?? impliedDiscount(subtotalCents - totalCents),
    totalCents,
  }
}

function toAdjustment({ kind, label, amount }: PriceLineResponse): Adjustment {
  const cents = amountToCents(amount.replace(/^-/, '')) ?? 0
  return { kind, label, cents: amount.startsWith('-') ? -cents : cents }
}

/** An answer with the specification's fields alone tells a discount by its two sums. */
function impliedDiscount(cents: number): Adjustment[] {
  return cents > 0
    ? [{ kind: 'discount', label: 'Subscription discount (15%)', cents: -cents }]
    : []
}
