/** Units of one of the order's product lines, with what they cost after discounts and with tax. */
export type RefundedItem = { line: number; label: string; quantity: number; cents: number }
