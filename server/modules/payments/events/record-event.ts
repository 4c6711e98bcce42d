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

/** W2: the event's id is written in the transaction of its effect, so a repeat finds it there. */
export async function isNewEvent(
  tx: Tx,
  { clock }: PaymentDeps,
  event: CardEvent,
): Promise<boolean> {
  const { id, type, intentId } = event
  const written = await insertEvent(tx, { id, type, intentId, at: clock.now() })
  return written.length > 0
}
