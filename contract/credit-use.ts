import { MIN_TOTAL_CENTS } from './checkout.ts'

type CreditUse = {
  totalCents: number
  /** The balance plus what this order has already reserved. */
  availableCents: number
  /** The first order of a subscription saves the card, so it always charges the minimum. */
  needsCard?: boolean
}

/** Rule 43: as much credit as possible, so that nothing or at least 50 cents are left to charge. */
export function creditToUse({ totalCents, availableCents, needsCard = false }: CreditUse): number {
  if (!needsCard && availableCents >= totalCents) return totalCents
  return Math.max(0, Math.min(availableCents, totalCents - MIN_TOTAL_CENTS))
}
