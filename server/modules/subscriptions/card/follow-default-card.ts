import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { CardProblem, isSameAccount, payerRef } from '#server/modules/payments/index.ts'
import { payers } from '#server/modules/payments/tables.ts'
import { announceChange } from '../changes/change-emails.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { changeSubscription, type SubscriptionRow } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'

type CardDeps = Pick<SubscriptionDeps, 'db' | 'cards' | 'clock' | 'random' | 'account'>

type Which = { customerRef: string } | { subscriptionId: string }

/** A saved card, and the customer of the provider that it belongs to. */
export type SavedCard = { paymentMethodRef: string; customerRef: string }

/**
 * Rule 16: a new default card of its owner takes the place of the card of a subscription, but
 * only where the owner was signed in, or has said since that it is theirs.
 */
export async function followDefaultCard(deps: CardDeps, which: Which): Promise<void> {
  const followers = await followersOf(deps.db, which)
  const customerRef = followers[0] && (await ownerRefOf(deps, followers[0]))
  if (!customerRef) return
  const paymentMethodRef = await deps.cards.defaultCardOf(customerRef, 'worker')
  if (!paymentMethodRef) return
  for (const follower of followers) {
    if (follower.paymentMethodRef !== paymentMethodRef) {
      const card = { paymentMethodRef, customerRef }
      await deps.db.transaction((tx) => takeCard(tx, deps, follower.id, card))
    }
  }
}

/** The same before another try; a provider that does not answer leaves the card that is there. */
export async function refreshCard(
  deps: CardDeps & Pick<SubscriptionDeps, 'log'>,
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  try {
    await followDefaultCard(deps, { subscriptionId })
  } catch (err) {
    if (!(err instanceof CardProblem)) throw err
    deps.log.warn({ subscriptionId, err }, 'default card not asked this time')
  }
}

/** Its owner as the provider knows them now, who may have been made there again since. */
export async function ownerRefOf(
  { db, account }: Pick<SubscriptionDeps, 'db' | 'account'>,
  { customerId, customerRef, providerAccount }: SubscriptionRow,
): Promise<string | undefined> {
  const known = customerId ? await payerRef(db, customerId, account) : undefined
  const own = isSameAccount(providerAccount, account) ? customerRef : null
  return known ?? own ?? undefined
}

function followersOf(db: Db, which: Which) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        'customerRef' in which
          ? inArray(subscriptions.customerId, customersNamed(db, which.customerRef))
          : eq(subscriptions.id, which.subscriptionId),
        eq(subscriptions.followsDefaultCard, true),
        isNotNull(subscriptions.customerId),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
}

const customersNamed = (db: Db, customerRef: string) =>
  db.select({ id: payers.customerId }).from(payers).where(eq(payers.customerRef, customerRef))

/** What waits for a card is tried with the new one at once. */
export async function takeCard(
  tx: Tx,
  deps: Pick<SubscriptionDeps, 'clock' | 'random'> & { account?: string | undefined },
  id: string,
  card: SavedCard,
): Promise<void> {
  await changeSubscription(tx, deps, id, { ...card, providerAccount: deps.account ?? null })
  await announceChange(tx, deps, id, 'card')
  await tx
    .update(cycles)
    .set({ dueAt: deps.clock.now() })
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.status, 'unpaid')))
  await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
}
