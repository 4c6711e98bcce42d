import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import { cancelCycleOrder } from './changes/skip-cycle.ts'
import type { SubscriptionDeps } from './deps.ts'
import { closePriceQuestions } from './prices/close-price-questions.ts'
import { isOpen, updateCycleRow, withLockedSubscriptionInTx } from './queries.ts'
import { consents, priceQuestions, subscriptions } from './tables.ts'

/**
 * Erases the subscriber's personal data and keeps what the books need. An open delivery has no
 * address any more, so it is cancelled and not charged.
 */
export async function eraseSubscriber(
  tx: Tx,
  deps: DeliveryDeps,
  customerId: string,
): Promise<void> {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
  for (const { id } of rows) {
    await withLockedSubscriptionInTx(tx, id, async (_, { cycles, findOrder }) => {
      await closePriceQuestions(tx, deps, id)
      for (const row of cycles.filter(isOpen)) {
        await updateCycleRow(tx, deps, row, { status: 'void', reason: 'erased', dueAt: null })
        if (row.orderId) await cancelCycleOrder(tx, deps, row, row.orderId, findOrder)
      }
    })
  }
  await tx
    .update(subscriptions)
    .set({
      customerName: null,
      customerPhone: null,
      deliveryAddress: null,
      deliveryCity: '',
      deliveryState: '',
      deliveryZip: '',
      deliveryNotes: null,
    })
    .where(eq(subscriptions.customerId, customerId))
}

/** Removes the cards from the customer's subscriptions; the provider deletes them later. */
export async function removeSavedCards(tx: Tx, customerId: string): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ customerRef: null, paymentMethodRef: null })
    .where(eq(subscriptions.customerId, customerId))
}

/** Includes consents of orders that never became a subscription. */
export async function eraseConsentIps(tx: Tx, orderIds: string[]): Promise<void> {
  await tx.update(consents).set({ ip: null }).where(inArray(consents.orderId, orderIds))
  await tx
    .update(priceQuestions)
    .set({ ip: null })
    .where(inArray(priceQuestions.subscriptionId, orderIds))
}

/** Part of the export of a customer's stored data. */
export async function getConsents(db: Tx | SubscriptionDeps['db'], customerId: string) {
  return db
    .select({
      id: subscriptions.id,
      status: subscriptions.status,
      frequency: subscriptions.frequency,
      nextDate: subscriptions.nextDate,
      deliveryNotes: subscriptions.deliveryNotes,
      agreedTo: consents.text,
      agreedAt: consents.givenAt,
      agreedFrom: consents.ip,
    })
    .from(subscriptions)
    .leftJoin(consents, and(eq(consents.orderId, subscriptions.id), eq(consents.kind, 'terms')))
    .where(eq(subscriptions.customerId, customerId))
}

/** Price increases that the customer was asked about, with the answers (rule 32). */
export async function getPriceAnswers(db: Tx | SubscriptionDeps['db'], customerId: string) {
  return db
    .select({
      subscriptionId: priceQuestions.subscriptionId,
      oldCents: priceQuestions.oldCents,
      newCents: priceQuestions.newCents,
      firstDate: priceQuestions.firstDate,
      status: priceQuestions.status,
      askedAt: priceQuestions.askedAt,
      agreedTo: priceQuestions.consentText,
      answeredAt: priceQuestions.closedAt,
      answeredFrom: priceQuestions.ip,
    })
    .from(priceQuestions)
    .innerJoin(subscriptions, eq(subscriptions.id, priceQuestions.subscriptionId))
    .where(eq(subscriptions.customerId, customerId))
}
