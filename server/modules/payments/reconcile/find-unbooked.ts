import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { findIntent } from '../intents/find-intent.ts'
import type { CardIntent } from '../port.ts'
import { sendBackKey } from '../refunds/send-back-key.ts'
import { intents, payments, refunds } from '../tables.ts'

const BATCH = 500

/**
 * Payments that the provider received and our books don't show, after a restore (AU22). An intent
 * may be older than the backup and paid after it, so open ones of the books are read as well. Those that
 * were found before are found again, also if they are booked by now.
 */
export async function findUnbooked(
  deps: PaymentDeps,
  since: Date,
  foundBefore: readonly string[],
): Promise<CardIntent[]> {
  const succeeded = new Map<string, CardIntent>()
  for await (const intent of deps.cards.intentsSince(since))
    if (intent.state === 'succeeded') succeeded.set(intent.id, intent)
  for (const id of [...(await openIntents(deps)), ...foundBefore]) {
    if (succeeded.has(id)) continue
    const intent = await findIntent(deps, id, 'background')
    if (intent?.state === 'succeeded') succeeded.set(id, intent)
  }
  const booked = await bookedIntents(deps, [...succeeded.keys()])
  for (const id of foundBefore) booked.delete(id)
  // Oldest first, as they were paid.
  return [...succeeded.values()]
    .filter(({ id }) => !booked.has(id))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

async function openIntents({ db }: PaymentDeps): Promise<string[]> {
  const rows = await db.select({ id: intents.id }).from(intents).where(isNull(intents.closedAt))
  return rows.map(({ id }) => id)
}

/** Payments that have paid their order, or are being refunded. */
async function bookedIntents({ db }: PaymentDeps, ids: readonly string[]): Promise<Set<string>> {
  const booked = new Set<string>()
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    const paid = await db
      .select({ id: payments.intentId })
      .from(payments)
      .where(and(inArray(payments.intentId, batch), isNotNull(payments.paidAt)))
    const sentBack = await db
      .select({ id: refunds.intentId })
      .from(refunds)
      .where(inArray(refunds.dedupeKey, batch.map(sendBackKey)))
    for (const { id } of [...paid, ...sentBack]) if (id) booked.add(id)
  }
  return booked
}

/**
 * A refund that was queued in the backup may have been sent since. From its second attempt on, the
 * ledger is read before a refund is sent (I4).
 */
export async function distrustQueuedRefunds({ db }: PaymentDeps): Promise<void> {
  await db
    .update(refunds)
    .set({ attempts: sql`greatest(${refunds.attempts}, 1)` })
    .where(sql`${refunds.status} = 'requested'`)
}
