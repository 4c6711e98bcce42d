import { desc, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { callProvider } from '#server/modules/payments/index.ts'
import { currentCustomerRef, switchToCard } from '../card/sync-default-card.ts'
import type { SubscriptionDeps } from '../deps.ts'
import {
  type LockedSubscription,
  updateSubscriptionRow,
  withLockedSubscription,
  withLockedSubscriptionInTx,
} from '../queries.ts'
import { type ViewDeps, viewSubscription } from '../subscription-view.ts'
import { subscriptions } from '../tables.ts'
import { applyChange, type InPlaceChange } from './apply-change.ts'
import type { ChangeInitiator } from './move-delivery.ts'

export type ChangeDeps = SubscriptionDeps & ViewDeps

export async function listOwnSubscriptions(
  deps: ChangeDeps,
  customerId: string,
): Promise<Subscription[]> {
  const rows = await deps.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
  const views = await Promise.all(rows.map(({ id }) => viewSubscription(deps.db, deps, id)))
  return views.filter((view) => view !== undefined)
}

type OwnChange = { customerId: string; id: string; change: SubscriptionChange; isPreview: boolean }

export async function changeOwnSubscription(
  deps: ChangeDeps,
  { customerId, id, change, isPreview }: OwnChange,
): Promise<Subscription> {
  const isOwn = ({ subscription }: LockedSubscription) => subscription.customerId === customerId
  if (change.type === 'use_default_card') return switchToDefaultCard(deps, id, isOwn, isPreview)
  return runChange(deps, id, isPreview, async (tx, locked) => {
    if (!isOwn(locked)) throw new Failure('not_found')
    await applyChange(tx, deps, locked, change, 'customer')
  })
}

/** Carries the previewed view out of a transaction that is rolled back. */
class PreviewRollback extends Error {
  readonly view: Subscription

  constructor(view: Subscription) {
    super('preview rolled back')
    this.view = view
  }
}

/**
 * A preview runs the change in a transaction that is rolled back, so that it shows the exact result,
 * to the cent.
 */
async function runChange(
  deps: ChangeDeps,
  id: string,
  isPreview: boolean,
  work: (tx: Tx, locked: LockedSubscription) => Promise<void>,
): Promise<Subscription> {
  try {
    const view = await withLockedSubscription(deps.db, id, async (tx, locked) => {
      await work(tx, locked)
      const after = await viewSubscription(tx, deps, id)
      if (after && isPreview) throw new PreviewRollback(after)
      await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
      return after
    })
    if (!view) throw new Failure('not_found')
    return view
  } catch (err) {
    if (err instanceof PreviewRollback) return err.view
    throw err
  }
}

/** Applies a change without checking the subscriber: for signed links and for staff. */
export function applyChangeById(
  deps: ChangeDeps,
  id: string,
  change: InPlaceChange,
  { initiatedBy, isPreview }: { initiatedBy: ChangeInitiator; isPreview: boolean },
): Promise<Subscription> {
  return runChange(deps, id, isPreview, (tx, locked) =>
    applyChange(tx, deps, locked, change, initiatedBy),
  )
}

/** Rule 16: the logged-in customer confirms the subscription, which then uses their default card. */
async function switchToDefaultCard(
  deps: ChangeDeps,
  id: string,
  isOwn: (locked: LockedSubscription) => boolean,
  isPreview: boolean,
): Promise<Subscription> {
  const subscription = await deps.db.transaction((tx) =>
    withLockedSubscriptionInTx(tx, id, async (_, locked) => {
      if (!isOwn(locked)) throw new Failure('not_found')
      if (locked.subscription.status === 'cancelled') throw new Failure('not_active')
      return locked.subscription
    }),
  )
  if (!subscription) throw new Failure('not_found')
  const customerRef = await currentCustomerRef(deps, subscription)
  const paymentMethodRef =
    customerRef && (await callProvider(() => deps.cards.getDefaultCard(customerRef, 'interactive')))
  if (!customerRef || !paymentMethodRef) throw new Failure('no_default_card')
  return runChange(deps, id, isPreview, async (tx) => {
    await updateSubscriptionRow(tx, deps, id, { usesDefaultCard: true })
    await switchToCard(tx, deps, id, { paymentMethodRef, customerRef })
  })
}
