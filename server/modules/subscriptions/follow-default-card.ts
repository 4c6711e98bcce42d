import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { announceChange } from './change-emails.ts'
import type { SubscriptionDeps } from './deps.ts'
import { changeSubscription } from './queries.ts'
import { cycles, subscriptions } from './tables.ts'

type CardDeps = Pick<SubscriptionDeps, 'db' | 'cards' | 'clock' | 'random'>

type Which = { customerRef: string } | { subscriptionId: string }

/**
 * Decision 16: a new default card of its owner takes the place of the card of a subscription, but
 * only where the owner was signed in, or has said since that it is theirs.
 */
export async function followDefaultCard(deps: CardDeps, which: Which): Promise<void> {
  const followers = await followersOf(deps.db, which)
  const customerRef = followers[0]?.customerRef
  if (!customerRef) return
  const card = await deps.cards.defaultCardOf(customerRef, 'worker')
  if (!card) return
  for (const { id, paymentMethodRef } of followers) {
    if (paymentMethodRef !== card) {
      await deps.db.transaction((tx) => takeCard(tx, deps, id, card))
    }
  }
}

function followersOf(db: Db, which: Which) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        'customerRef' in which
          ? eq(subscriptions.customerRef, which.customerRef)
          : eq(subscriptions.id, which.subscriptionId),
        eq(subscriptions.followsDefaultCard, true),
        isNotNull(subscriptions.customerRef),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
}

/** What waits for a card is tried with the new one at once. */
export async function takeCard(
  tx: Tx,
  deps: Pick<SubscriptionDeps, 'clock' | 'random'>,
  id: string,
  card: string,
): Promise<void> {
  await changeSubscription(tx, deps, id, { paymentMethodRef: card })
  await announceChange(tx, deps, id, 'card')
  await tx
    .update(cycles)
    .set({ dueAt: deps.clock.now() })
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.status, 'unpaid')))
  await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
}
