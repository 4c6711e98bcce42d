/**
 * The arithmetic of rules 40 to 42 and 44, written apart from the shop's own code, which it judges.
 * Amounts are big integers, so that nothing is rounded on the way.
 */

export type ModelLine = {
  kind: string
  cents: number
  quantity: number
  netCents: number
  taxCents: number
}

type ModelOrder = {
  items: readonly { price_cents: number; quantity: number }[]
  isDiscounted: boolean
  ratePpm: number
  deposit: { bottles: number; cents: number; isTaxable: boolean }
}

const DISCOUNT_PERCENT = 15n

/** Half a cent and more is a whole one. */
const roundHalfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator)

const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Gives out an amount cent by cent: each goes to the line that is furthest below its exact share. */
function giveOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = add(weights)
  if (whole === 0n) return weights.map(() => 0n)
  const given = weights.map((weight) => (amount * weight) / whole)
  for (let left = amount - add(given); left > 0n; left--) {
    const missing = weights.map((weight, n) => amount * weight - (given[n] ?? 0n) * whole)
    const most = missing.reduce((best, own, n) => (own > (missing[best] ?? 0n) ? n : best), 0)
    given[most] = (given[most] ?? 0n) + 1n
  }
  return given
}

/** The lines that an order must have: products, discount, deposit, tax. */
export function modelLines({ items, isDiscounted, ratePpm, deposit }: ModelOrder): ModelLine[] {
  const gross = items.map(({ price_cents, quantity }) => BigInt(price_cents) * BigInt(quantity))
  const discount = isDiscounted ? roundHalfUp(add(gross) * DISCOUNT_PERCENT, 100n) : 0n
  const shares = giveOut(discount, gross)
  const net = gross.map((cents, n) => cents - (shares[n] ?? 0n))
  const depositCents = BigInt(deposit.bottles) * BigInt(deposit.cents)
  const taxed = [...net, deposit.isTaxable ? depositCents : 0n]
  const tax = roundHalfUp(add(taxed) * BigInt(ratePpm), 1_000_000n)
  const taxes = giveOut(tax, taxed)
  const toLine = (kind: string, cents: bigint, line: Partial<ModelLine> = {}): ModelLine => ({
    kind,
    cents: Number(cents),
    quantity: 0,
    netCents: 0,
    taxCents: 0,
    ...line,
  })
  const products = gross.map((cents, n) =>
    toLine('product', cents, {
      quantity: items[n]?.quantity ?? 0,
      netCents: Number(net[n]),
      taxCents: Number(taxes[n]),
    }),
  )
  return [
    ...products,
    ...(discount > 0n ? [toLine('discount', -discount)] : []),
    ...(depositCents > 0n
      ? [
          toLine('deposit', depositCents, {
            quantity: deposit.bottles,
            taxCents: Number(taxes.at(-1)),
          }),
        ]
      : []),
    ...(tax > 0n ? [toLine('tax', tax)] : []),
  ]
}

/** The total without deposit and tax. */
export function discountedCents(
  items: readonly { priceCents: number; quantity: number }[],
  isDiscounted: boolean,
): number {
  const lines = modelLines({
    items: items.map(({ priceCents, quantity }) => ({ price_cents: priceCents, quantity })),
    isDiscounted,
    ratePpm: 0,
    deposit: { bottles: 0, cents: 0, isTaxable: false },
  })
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}
