import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardEvent } from '../port.ts'
import type { IntentRow } from '../queries.ts'
import { intents, providerEvents } from '../tables.ts'

type EventValues = { id: string; type: string; intentId: string; at: Date }

/** One statement, because it runs at each payment. The event is inserted without an intent, too. */
const lockAndInsert = preparedStatement((db, param: Params<EventValues>) => {
  const recorded = db.$with('recorded').as(
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
  return db
    .with(recorded)
    .select({
      intent: intents,
      isNew: sql<boolean>`exists (select from ${recorded})`.as('is_new'),
    })
    .from(intents)
    .where(eq(intents.id, param('intentId')))
    .for('update')
})

/**
 * Locks the intent of an event. W2: also inserts the event's id in the transaction of its effect, so
 * that a repeat is detected.
 */
export async function lockIntentOfEvent(
  tx: Tx,
  { clock }: PaymentDeps,
  intentId: string,
  { id, type }: CardEvent,
): Promise<{ intent: IntentRow; isNew: boolean } | undefined> {
  const [row] = await lockAndInsert(tx, { id, type, intentId, at: clock.now() })
  return row
}
