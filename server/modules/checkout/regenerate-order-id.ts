import { eq } from 'drizzle-orm'
import { reassignIntents } from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

export async function regenerateOrderId(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
): Promise<CheckoutRow> {
  const orderId = deps.random.uuid()
  await deps.db.transaction(async (tx) => {
    await tx.update(checkouts).set({ orderId }).where(eq(checkouts.id, checkout.id))
    await reassignIntents(tx, checkout.orderId, orderId)
  })
  return { ...checkout, orderId }
}
