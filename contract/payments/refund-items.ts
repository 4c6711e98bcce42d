/** Rule 44: what refunding some units of an order's line amounts to. Browser and server agree. */

export type RefundableLine = {
  /** Price of the line's units after discounts and with tax. */
  cents: number
  quantity: number
  refundedQuantity: number
  refundedCents: number
}

/**
 * Computed for all units refunded so far, so that refunding them one by one gives exactly the line's
 * amount, even if refunds failed in between.
 */
export function refundItemCents(line: RefundableLine, units: number): number {
  const upTo = Math.floor((line.cents * (line.refundedQuantity + units)) / line.quantity)
  return Math.max(0, upTo - line.refundedCents)
}

type PricedLine = {
  kind: string
  label: string
  cents: number
  quantity?: number | undefined
  netCents?: number | undefined
  taxCents?: number | undefined
}

type RefundedUnits = { line: number; quantity: number; cents: number }

/**
 * The lines of an order that consist of units, products and the bottle deposit, with what was
 * refunded of each; `line` is the stored position.
 */
export function refundableLines(
  priceLines: readonly PricedLine[],
  refunded: readonly RefundedUnits[],
): (RefundableLine & { line: number; label: string; isDeposit: boolean })[] {
  return priceLines.flatMap(({ kind, label, quantity = 0, ...price }, line) => {
    const isDeposit = kind === 'deposit'
    if ((kind !== 'product' && !isDeposit) || quantity < 1) return []
    const own = refunded.filter((units) => units.line === line)
    const cents = (price.netCents ?? price.cents) + (price.taxCents ?? 0)
    const refundedQuantity = own.reduce((sum, units) => sum + units.quantity, 0)
    const refundedCents = own.reduce((sum, units) => sum + units.cents, 0)
    return [{ line, label, isDeposit, cents, quantity, refundedQuantity, refundedCents }]
  })
}
