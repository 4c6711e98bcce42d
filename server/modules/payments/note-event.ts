import type { Tx } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardEvent } from './port.ts'
import { providerEvents } from './tables.ts'

const noteEvent = statement(
  (db, given: Given<{ id: string; type: string; intentId: string | null; at: Date }>) =>
    db
      .insert(providerEvents)
      .values({
        id: given('id'),
        type: given('type'),
        intentId: given('intentId'),
        receivedAt: given('at'),
      })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id }),
)

/** W2: the event's id is written in the transaction of its effect, so a repeat finds it there. */
export async function isNews(tx: Tx, { clock }: PaymentDeps, event: CardEvent): Promise<boolean> {
  const { id, type, intentId } = event
  const written = await noteEvent(tx, { id, type, intentId, at: clock.now() })
  return written.length > 0
}
