import { and, eq, isNull } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { Clock } from '#server/world.ts'
import { checkouts } from './tables.ts'

type Ending = 'paid' | 'declined' | 'expired'

const end = statement((db, given: Given<{ orderId: string; at: Date; as: Ending }>) =>
  db
    .update(checkouts)
    .set({ endedAt: given('at'), endedAs: given('as') })
    .where(and(eq(checkouts.orderId, given('orderId')), isNull(checkouts.endedAt))),
)

/** The browser's next payment intent begins a new checkout. */
export async function endCheckout(
  db: DbOrTx,
  { clock }: { clock: Clock },
  orderId: string,
  as: Ending,
): Promise<void> {
  await end(db, { orderId, at: clock.now(), as })
}
