/** Bottles for which a customer has paid a deposit that was not given back, and its amount. */
export type DepositBalance = { bottles: number; cents: number }

/**
 * The deposit of returned bottles. Bottles may have been charged at different amounts, so it is a
 * share of what is held, rounded half up; the last bottle takes the rest.
 */
export function returnedCents({ bottles, cents }: DepositBalance, returned: number): number {
  if (returned >= bottles) return cents
  return Math.floor((2 * cents * returned + bottles) / (2 * bottles))
}
