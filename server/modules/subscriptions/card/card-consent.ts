import { and, eq } from 'drizzle-orm'
import { cardConsent } from '#contract/subscriptions/consent.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { getPayment, type PaymentOrigin } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { consents } from '../tables.ts'

type ConsentGiver = PaymentOrigin & { ownerId: string | null }

/** Stores the payer's consent to charge this card for later deliveries. */
export async function saveCardConsent(
  db: DbOrTx,
  { clock }: { clock: Clock },
  orderId: string,
  { ip, customerId, ownerId }: ConsentGiver,
): Promise<void> {
  const payment = await getPayment(db, orderId)
  const consent = {
    text: `${cardConsent.label}. ${cardConsent.note}`,
    totalCents: payment?.amountCents ?? 0,
    ip,
    isSignedIn: ownerId !== null && customerId === ownerId,
    givenAt: clock.now(),
  }
  await db
    .insert(consents)
    .values({ orderId, kind: 'card', ...consent })
    .onConflictDoUpdate({ target: [consents.orderId, consents.kind], set: consent })
}

const isConsent = (orderId: string, kind: 'terms' | 'card') =>
  and(eq(consents.orderId, orderId), eq(consents.kind, kind))

/** The terms of the first order are never changed. */
export async function withdrawCardConsent(db: DbOrTx, orderId: string): Promise<void> {
  await db.delete(consents).where(isConsent(orderId, 'card'))
}

export const hasCardConsent = (db: DbOrTx, orderId: string): Promise<boolean> =>
  hasConsent(db, orderId, 'card')

export const hasAcceptedTerms = (db: DbOrTx, orderId: string): Promise<boolean> =>
  hasConsent(db, orderId, 'terms')

async function hasConsent(db: DbOrTx, orderId: string, kind: 'terms' | 'card'): Promise<boolean> {
  const rows = await db
    .select({ orderId: consents.orderId })
    .from(consents)
    .where(isConsent(orderId, kind))
  return rows.length > 0
}

/**
 * A payment page that a customer opened and left may have set the intent to save its card. The
 * provider rejects an off-session charge of a saved card for such an intent.
 */
export async function stopSavingCard(
  { db, cards }: SubscriptionDeps,
  { orderId, intentId, amountCents }: { orderId: string; intentId: string; amountCents: number },
): Promise<void> {
  if (!(await hasCardConsent(db, orderId))) return
  const { customerRef } = (await getPayment(db, orderId)) ?? {}
  if (!customerRef) return
  await cards.updateIntent(
    intentId,
    { amountCents, orderId, customerRef, saveCard: false },
    'background',
  )
}
