/** Pricing constants, separate from the pricing code so that the home page loads only these. */

export const SUBSCRIPTION_DISCOUNT_PERCENT = 15

/** The maximum of one product in one order. Larger orders are taken by phone. */
export const MAX_QUANTITY = 999
