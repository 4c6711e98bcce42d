import type { Frequency } from '#contract/primitives.ts'
import type { Shop } from '#contract/shop.ts'

/** Everything that a mail about an order says, in the form in which it is said. */
export type OrderLetter = {
  kind: 'order_confirmed' | 'order_refunded'
  shop: Shop
  publicUrl: string
  orderNumber: string
  orderUrl: string
  name: string
  address: string[]
  deliveryDate: string
  frequency: Frequency | null
  items: { name: string; quantity: number; sum: string }[]
  subtotal: string
  discount: string | null
  total: string
}

/** Turns a letter into its two forms. The templates are built apart, so this is handed in. */
export type RenderLetter = (
  letter: OrderLetter,
) => Promise<{ subject: string; html: string; text: string }>
