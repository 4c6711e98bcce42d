import { eq } from 'drizzle-orm'
import { cardConsent } from '#contract/consent.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { type PayingPerson, paymentOf } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/world.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { consents } from '../tables.ts'

type Payer = PayingPerson & { ownerId: string | null }

/** What the payer of a delivery agreed to beside the button: this card is charged from now on. */
export async function keepCardConsent(
  db: DbOrTx,
  { clock }: { clock: Clock },
  orderId: string,
  { ip, customerId, ownerId }: Payer,
): Promise<void> {
  const payment = await paymentOf(db, orderId)
  const given = {
    words: `${cardConsent.label}. ${cardConsent.note}`,
    totalCents: payment?.amountCents ?? 0,
    ip,
    isSignedIn: ownerId !== null && customerId === ownerId,
    givenAt: clock.now(),
  }
  await db
    .insert(consents)
    .values({ orderId, ...given })
    .onConflictDoUpdate({ target: consents.orderId, set: given })
}

export async function withdrawCardConsent(db: DbOrTx, orderId: string): Promise<void> {
  await db.delete(consents).where(eq(consents.orderId, orderId))
}

export async function hasCardConsent(db: DbOrTx, orderId: string): Promise<boolean> {
  const rows = await db
    .select({ orderId: consents.orderId })
    .from(consents)
    .where(eq(consents.orderId, orderId))
  return rows.length > 0
}

/**
 * A page to pay that somebody opened and left may have set the intent to keep a card. The provider
 * charges no saved card for such an intent while its holder is away.
 */
export async function stopKeepingCard(
  { db, cards }: SubscriptionDeps,
  { orderId, intentId, amountCents }: { orderId: string; intentId: string; amountCents: number },
): Promise<void> {
  if (!(await hasCardConsent(db, orderId))) return
  const { customerRef } = (await paymentOf(db, orderId)) ?? {}
  if (!customerRef) return
  await cards.updateIntent(
    intentId,
    { amountCents, orderId, customerRef, saveCard: false },
    'worker',
  )
}
