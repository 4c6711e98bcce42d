import { and, eq, isNull } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock } from '#server/runtime.ts'
import { checkouts } from './tables.ts'

type EndReason = 'paid' | 'declined' | 'expired'

const setEnded = preparedStatement(
  (db, param: Params<{ orderId: string; at: Date; as: EndReason }>) =>
    db
      .update(checkouts)
      .set({ endedAt: param('at'), endedAs: param('as') })
      .where(and(eq(checkouts.orderId, param('orderId')), isNull(checkouts.endedAt))),
)

/** The browser's next payment intent starts a new checkout. */
export async function endCheckout(
  db: DbOrTx,
  { clock }: { clock: Clock },
  orderId: string,
  as: EndReason,
): Promise<void> {
  await setEnded(db, { orderId, at: clock.now(), as })
}
