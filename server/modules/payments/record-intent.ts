import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardIntent } from './port.ts'
import { intents, payments } from './tables.ts'

/** Remembers an intent that was made at the provider; from here on none is ever lost sight of. */
export async function recordIntent(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  intent: CardIntent,
  orderId: string,
): Promise<void> {
  await tx
    .insert(intents)
    .values({ id: intent.id, orderId, livemode: intent.livemode, createdAt: clock.now() })
    .onConflictDoNothing()
}

/** What is owed for an order, and the one intent that may pay it; none yet for a bare order. */
export async function openPayment(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  owed: { orderId: string; amountCents: number; intent: CardIntent | undefined },
): Promise<void> {
  const now = clock.now()
  const terms = {
    amountCents: owed.amountCents,
    intentId: owed.intent?.id ?? null,
    customerRef: owed.intent?.customerRef ?? null,
    updatedAt: now,
  }
  await tx
    .insert(payments)
    .values({ orderId: owed.orderId, createdAt: now, ...terms })
    // Only a payment that nothing has happened to may be agreed on anew.
    .onConflictDoUpdate({
      target: payments.orderId,
      set: terms,
      setWhere: eq(payments.status, 'pending'),
    })
}

/** An order that was not placed yet may be given another id; its intents go with it. */
export async function reassignIntents(tx: Tx, from: string, to: string): Promise<void> {
  await tx.update(intents).set({ orderId: to }).where(eq(intents.orderId, from))
}
