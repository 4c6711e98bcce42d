import { amountToCents } from '#contract/money.ts'
import type { PriceLine as PriceLineResponse } from '#contract/orders.ts'
import type { OrderPrice, PriceLine } from '#contract/pricing.ts'

/** An amount added to the subtotal; negative for discounts. */
export type Adjustment = Pick<PriceLine, 'kind' | 'label' | 'cents'>

/** The amounts of an order, as displayed. */
export type PriceView = {
  subtotalCents: number
  adjustments: Adjustment[]
  totalCents: number
  /** The part of the total that account credit pays, if any (rule 43). */
  creditCents?: number
}

/** A product line, with the size and unit price of its item. */
export type ProductLine = {
  key: string
  name: string
  size: string | null
  quantity: number
  priceCents: number
  lineCents: number
}

type PricedResponse = {
  subtotal: string | null
  total: string | null
  priceLines: readonly PriceLineResponse[]
  credit?: string | null
}

export function toPriceView({ lines, subtotalCents, totalCents }: OrderPrice): PriceView {
  const adjustments = lines.filter(({ kind }) => kind !== 'product')
  return { subtotalCents, adjustments, totalCents }
}

/** Uses the amounts of the reply without recomputing them, because they are what was charged. */
export function priceViewFrom(response: PricedResponse): PriceView {
  const { subtotal, total, priceLines, credit } = response
  const creditCents = amountToCents(credit ?? '') ?? 0
  const chargedCents = amountToCents(total ?? '')
  const subtotalCents = amountToCents(subtotal ?? '') ?? chargedCents ?? 0
  const totalCents = chargedCents ?? subtotalCents
  return {
    subtotalCents,
    adjustments: priceLines.map(toAdjustment).filter(({ kind }) => kind !== 'product'),
    totalCents,
    ...(creditCents > 0 && { creditCents }),
  }
}

type OrderedItem = { id?: string; price: string; product?: { size: string | null } }

/** The product lines of the reply, which are in the order of its items. */
export function productLines(reply: {
  priceLines: readonly PriceLineResponse[]
  items: readonly OrderedItem[]
}): ProductLine[] {
  const lines = reply.priceLines.filter(({ kind }) => kind === 'product')
  return lines.map(({ label, quantity = 1, amount }, index) => {
    const item = reply.items[index]
    return {
      key: item?.id ?? String(index),
      name: label,
      size: item?.product?.size ?? null,
      quantity,
      priceCents: amountToCents(item?.price ?? '') ?? 0,
      lineCents: amountToCents(amount) ?? 0,
    }
  })
}

function toAdjustment({ kind, label, amount }: PriceLineResponse): Adjustment {
  const cents = amountToCents(amount.replace(/^-/, '')) ?? 0
  return { kind, label, cents: amount.startsWith('-') ? -cents : cents }
}
