import { eq, sql } from 'drizzle-orm'
import type { OrderPrice } from '#contract/pricing.ts'
import type { Tx } from '#server/db/client.ts'
import type { ProductRow } from '#server/modules/catalog/index.ts'
import type { Clock, Random } from '#server/world.ts'
import { orderItems, orders } from './tables.ts'

type Details = Pick<
  typeof orders.$inferInsert,
  | 'customerId'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'deliveryAddress'
  | 'deliveryCity'
  | 'deliveryState'
  | 'deliveryZip'
  | 'deliveryDate'
  | 'isRecurring'
  | 'recurringFrequency'
>

export type OrderDraft = {
  id: string
  details: Details
  price: OrderPrice
  lines: readonly { product: ProductRow; quantity: number }[]
}

/** Places a new order, or corrects the one of this id, which the caller knows to be unpaid. */
export async function writeOrder(
  tx: Tx,
  { clock, random }: { clock: Clock; random: Random },
  { id, details, price, lines }: OrderDraft,
  isNew: boolean,
): Promise<void> {
  const now = clock.now()
  const content = { ...details, ...price, updatedAt: now }
  if (isNew) {
    await tx.insert(orders).values({ id, createdAt: now, ...content })
  } else {
    await tx
      .update(orders)
      .set({ ...content, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, id))
    await tx.delete(orderItems).where(eq(orderItems.orderId, id))
  }
  await tx.insert(orderItems).values(
    lines.map(({ product, quantity }, position) => ({
      id: random.uuid(),
      orderId: id,
      productId: product.id,
      productName: product.name,
      productSize: product.size,
      priceCents: product.priceCents,
      quantity,
      position,
    })),
  )
}
