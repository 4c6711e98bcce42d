import { eq } from 'drizzle-orm'
import { reassignIntents } from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

/** Decision 7: two ids may share their first 8 characters; the database refuses the second. */
export function isTakenNumber(err: unknown): boolean {
  const cause = err instanceof Error ? (err.cause ?? err) : err
  const { code, constraint } = cause as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'orders_number'
}

export async function redrawOrderId(
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
