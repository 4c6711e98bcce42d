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

/** A saved card and the provider customer it belongs to. */
export type SavedCard = { paymentMethodRef: string; customerRef: string }

/**
 * Rule 16: the customer's new default card replaces the card of a subscription, but only if the
 * customer was logged in when subscribing or has confirmed the subscription since.
 */
export async function syncDefaultCard(deps: CardDeps, target: SyncTarget): Promise<void> {
  const rows = await subscriptionsOnDefaultCard(deps.db, target)
  const customerRef = rows[0] && (await currentCustomerRef(deps, rows[0]))
  if (!customerRef) return
  const paymentMethodRef = await deps.cards.getDefaultCard(customerRef, 'background')
  if (!paymentMethodRef) return
  for (const subscription of rows) {
    if (subscription.paymentMethodRef !== paymentMethodRef) {
      const card = { paymentMethodRef, customerRef }
      await deps.db.transaction((tx) => switchToCard(tx, deps, subscription.id, card))
    }
  }
}

/** Syncs the default card before another attempt. If the provider fails, the current card stays. */
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

/** The subscriber's current provider customer, which may have been created again since. */
export async function currentCustomerRef(
  { db, account }: Pick<SubscriptionDeps, 'db' | 'account'>,
  { customerId, customerRef, providerAccount }: SubscriptionRow,
): Promise<string | undefined> {
  const current = customerId ? await findCustomerRef(db, customerId, account) : undefined
  const stored = isSameAccount(providerAccount, account) ? customerRef : null
  return current ?? stored ?? undefined
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

/** Unpaid deliveries are charged to the new card at once. */
export async function switchToCard(
  tx: Tx,
  deps: Pick<SubscriptionDeps, 'clock' | 'random'> & { account?: string | undefined },
  id: string,
  card: SavedCard,
): Promise<void> {
  const providerAccount = deps.account ?? null
  await updateSubscriptionRow(tx, deps, id, { ...card, providerAccount, paysBy: 'card' })
  await queueChangeEmail(tx, deps, id, 'card')
  await tx
    .update(cycles)
    .set({ dueAt: deps.clock.now() })
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.status, 'unpaid')))
  await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
}
