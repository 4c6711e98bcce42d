/** The figures of pricing alone: home shows them and need not load how an order is priced. */

export const SUBSCRIPTION_DISCOUNT_PERCENT = 15

/** Of one product in one order; a customer who needs more should call. */
export const MAX_QUANTITY = 999
