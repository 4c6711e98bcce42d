import type { Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardEvent } from '../port.ts'
import { providerEvents } from '../tables.ts'

const insertEvent = preparedStatement(
  (db, param: Params<{ id: string; type: string; intentId: string | null; at: Date }>) =>
    db
      .insert(providerEvents)
      .values({
        id: param('id'),
        type: param('type'),
        intentId: param('intentId'),
        receivedAt: param('at'),
      })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id }),
)

/** W2: inserts the event's id in the transaction of its effect, so that a repeat is detected. */
export async function isNewEvent(
  tx: Tx,
  { clock }: PaymentDeps,
  event: CardEvent,
): Promise<boolean> {
  const { id, type, intentId } = event
  const inserted = await insertEvent(tx, { id, type, intentId, at: clock.now() })
  return inserted.length > 0
}
