import { eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardIntent } from './port.ts'
import type { IntentRow, PaymentRow } from './queries.ts'
import { intents, payments } from './tables.ts'

const remember = statement(
  (db, given: Given<Pick<IntentRow, 'id' | 'orderId' | 'livemode' | 'createdAt'>>) =>
    db
      .insert(intents)
      .values({
        id: given('id'),
        orderId: given('orderId'),
        livemode: given('livemode'),
        createdAt: given('createdAt'),
      })
      .onConflictDoNothing(),
)

type Owed = Pick<PaymentRow, 'orderId' | 'amountCents' | 'intentId' | 'customerRef'>

const owe = statement((db, given: Given<Owed & { now: Date }>) => {
  const terms = {
    amountCents: given('amountCents'),
    intentId: given('intentId'),
    customerRef: given('customerRef'),
    updatedAt: given('now'),
  }
  return (
    db
      .insert(payments)
      .values({ orderId: given('orderId'), createdAt: given('now'), ...terms })
      // Only a payment that nothing has happened to may be agreed on anew.
      .onConflictDoUpdate({
        target: payments.orderId,
        set: terms,
        setWhere: eq(payments.status, 'pending'),
      })
  )
})

/** Remembers an intent that was made at the provider; from here on none is ever lost sight of. */
export async function recordIntent(
  db: DbOrTx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  intent: CardIntent,
  orderId: string,
): Promise<void> {
  const { id, livemode } = intent
  await remember(db, { id, orderId, livemode, createdAt: clock.now() })
}

/** What is owed for an order, and the one intent that may pay it; none yet for a bare order. */
export async function openPayment(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  owed: { orderId: string; amountCents: number; intent: CardIntent | undefined },
): Promise<void> {
  const { orderId, amountCents, intent } = owed
  await owe(tx, {
    orderId,
    amountCents,
    intentId: intent?.id ?? null,
    customerRef: intent?.customerRef ?? null,
    now: clock.now(),
  })
}

/** An order that was not placed yet may be given another id; its intents go with it. */
export async function reassignIntents(tx: Tx, from: string, to: string): Promise<void> {
  await tx.update(intents).set({ orderId: to }).where(eq(intents.orderId, from))
}
