import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import {
  CardProviderError,
  findCustomerRef,
  isSameAccount,
} from '#server/modules/payments/index.ts'
import { providerCustomers } from '#server/modules/payments/tables.ts'
import { queueChangeEmail } from '../changes/change-emails.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type SubscriptionRow, updateSubscriptionRow } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'

type CardDeps = Pick<SubscriptionDeps, 'db' | 'cards' | 'clock' | 'random' | 'account'>

type SyncTarget = { customerRef: string } | { subscriptionId: string }

/** A saved card, and the customer of the provider that it belongs to. */
export type SavedCard = { paymentMethodRef: string; customerRef: string }

/**
 * Rule 16: a new default card of its owner takes the place of the card of a subscription, but
 * only where the owner was signed in, or has said since that it is theirs.
 */
export async function syncDefaultCard(deps: CardDeps, target: SyncTarget): Promise<void> {
  const followers = await subscriptionsOnDefaultCard(deps.db, target)
  const customerRef = followers[0] && (await currentCustomerRef(deps, followers[0]))
  if (!customerRef) return
  const paymentMethodRef = await deps.cards.getDefaultCard(customerRef, 'background')
  if (!paymentMethodRef) return
  for (const follower of followers) {
    if (follower.paymentMethodRef !== paymentMethodRef) {
      const card = { paymentMethodRef, customerRef }
      await deps.db.transaction((tx) => switchToCard(tx, deps, follower.id, card))
    }
  }
}

/** The same before another try; a provider that does not answer leaves the card that is there. */
export async function refreshCard(
  deps: CardDeps & Pick<SubscriptionDeps, 'log'>,
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  try {
    await syncDefaultCard(deps, { subscriptionId })
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    deps.log.warn({ subscriptionId, err }, 'default card not read; keeping the current card')
  }
}

/** Its owner as the provider knows them now, who may have been made there again since. */
export async function currentCustomerRef(
  { db, account }: Pick<SubscriptionDeps, 'db' | 'account'>,
  { customerId, customerRef, providerAccount }: SubscriptionRow,
): Promise<string | undefined> {
  const known = customerId ? await findCustomerRef(db, customerId, account) : undefined
  const own = isSameAccount(providerAccount, account) ? customerRef : null
  return known ?? own ?? undefined
}

function subscriptionsOnDefaultCard(db: Db, target: SyncTarget) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        'customerRef' in target
          ? inArray(subscriptions.customerId, customersByRef(db, target.customerRef))
          : eq(subscriptions.id, target.subscriptionId),
        eq(subscriptions.usesDefaultCard, true),
        isNotNull(subscriptions.customerId),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
}

const customersByRef = (db: Db, customerRef: string) =>
  db
    .select({ id: providerCustomers.customerId })
    .from(providerCustomers)
    .where(eq(providerCustomers.customerRef, customerRef))

/** What waits for a card is tried with the new one at once. */
export async function switchToCard(
  tx: Tx,
  deps: Pick<SubscriptionDeps, 'clock' | 'random'> & { account?: string | undefined },
  id: string,
  card: SavedCard,
): Promise<void> {
  await updateSubscriptionRow(tx, deps, id, { ...card, providerAccount: deps.account ?? null })
  await queueChangeEmail(tx, deps, id, 'card')
  await tx
    .update(cycles)
    .set({ dueAt: deps.clock.now() })
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.status, 'unpaid')))
  await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
}
