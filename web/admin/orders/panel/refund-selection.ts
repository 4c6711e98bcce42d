import { amountToCents, centsToText } from '#contract/money.ts'
import { type RefundableLine, refundItemCents } from '#contract/payments/refund-items.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'

export type RefundableItem = OrderDetail['refundableItems'][number]

/** Quantities by line; an empty or missing one refunds nothing of it. */
export type Quantities = Record<string, string>

const toLine = ({
  amount,
  refunded,
  quantity,
  refundedQuantity,
}: RefundableItem): RefundableLine => ({
  cents: amountToCents(amount) ?? 0,
  refundedCents: amountToCents(refunded) ?? 0,
  quantity,
  refundedQuantity,
})

export const unitsLeft = ({ quantity, refundedQuantity }: RefundableItem) =>
  quantity - refundedQuantity

const toUnits = (text: string | undefined) => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : 0)

/** The chosen lines, as the request names them. */
export function selectedItems(items: readonly RefundableItem[], quantities: Quantities) {
  return items.flatMap((item) => {
    const quantity = toUnits(quantities[item.line])
    return quantity > 0 ? [{ line: item.line, quantity }] : []
  })
}

/** The amount of the selected units; the server computes the same. */
export function selectedAmount(items: readonly RefundableItem[], quantities: Quantities): string {
  const cents = items.reduce((sum, item) => {
    const units = Math.min(toUnits(quantities[item.line]), unitsLeft(item))
    return sum + (units > 0 ? refundItemCents(toLine(item), units) : 0)
  }, 0)
  return centsToText(cents)
}

/** '2 × Spring Water, 1 × Alkaline Water' */
export const describeItems = (items: readonly RefundableItem[], quantities: Quantities): string =>
  selectedItems(items, quantities)
    .map(({ line, quantity }) => {
      const label = items.find((item) => item.line === line)?.label ?? ''
      return `${quantity} × ${label}`
    })
    .join(', ')
