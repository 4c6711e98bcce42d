import { and, eq, isNull } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { Clock } from '#server/world.ts'
import { checkouts } from './tables.ts'

/** The browser's next payment intent begins a new checkout. */
export async function endCheckout(
  db: DbOrTx,
  { clock }: { clock: Clock },
  orderId: string,
  endedAs: 'paid' | 'declined' | 'expired',
): Promise<void> {
  await db
    .update(checkouts)
    .set({ endedAt: clock.now(), endedAs })
    .where(and(eq(checkouts.orderId, orderId), isNull(checkouts.endedAt)))
}
