import type { Shop } from '#contract/shop.ts'

/** Rule 62: the bottles left and taken, or the correction that none were. */
export type ReceiptEmailData = {
  kind: 'delivery_receipt'
  state: 'new' | 'corrected' | 'withdrawn'
  shop: Shop
  publicUrl: string
  orderNumber: string
  name: string
  /** When the driver was there. */
  at: string
  /** Such as '2 left, 1 empty taken', by product. */
  lines: { name: string; counts: string }[]
  /** Such as '4 bottles at your place'; empty if they are not counted. */
  balance: string
  hasPhoto: boolean
  orderUrl: string
  reportUrl: string
}
