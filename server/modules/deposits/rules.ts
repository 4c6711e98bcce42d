/** Bottles for which a customer has paid a deposit that was not refunded, and its amount. */
export type DepositBalance = { bottles: number; cents: number }

/** Also the bottles that the customer has: more than on deposit only after an import (rule 67). */
export type BottleBalance = DepositBalance & { bottlesHeld: number }

/**
 * The deposit of returned bottles. Bottles may have been charged at different amounts, so it is a
 * share of what is held, rounded half up; the last bottle takes the rest.
 */
export function returnedCents({ bottles, cents }: DepositBalance, returned: number): number {
  if (returned >= bottles) return cents
  return Math.floor((2 * cents * returned + bottles) / (2 * bottles))
}

/**
 * Rule 42: only deposits above the bottles that are still held are refunded. Bottles for which no
 * deposit was paid come back first. Never more than were returned: an order that is still to come
 * carries a deposit for bottles that the customer does not hold yet.
 */
export function bottlesReleased({ bottles, bottlesHeld }: BottleBalance, returned: number): number {
  return Math.min(returned, Math.max(0, bottles - (bottlesHeld - returned)))
}
