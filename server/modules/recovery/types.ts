/** Result of comparing the books with the card provider's ledger after a restore. */
export type Comparison = {
  /** Payments at the provider since the backup. */
  payments: number
  /** Payments that were missing in the books and now belong to their order. */
  adopted: number
  /** Payments whose order is lost; they are refunded. */
  refunded: number
  /** Payments that staff must check. */
  setAside: number
}

/** As a pause stores it. */
export type StoredComparison = Comparison & {
  /** The provider's ids of those payments: once booked, they look like any other. */
  found?: string[]
}
