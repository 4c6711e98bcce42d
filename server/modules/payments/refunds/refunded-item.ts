/** Units of one of the order's lines, with what they cost after discounts and with tax. */
export type RefundedItem = {
  line: number
  label: string
  /** 0 for the rest of units that another refund of the order counts. */
  quantity: number
  cents: number
  /** Bottles whose deposit was refunded: they are no longer on deposit. */
  isDeposit?: true
}
