import { desc, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { callProvider } from '#server/modules/payments/index.ts'
import { currentCustomerRef, switchToCard } from '../card/sync-default-card.ts'
import type { SubscriptionDeps } from '../deps.ts'
import {
  type LockedSubscription,
  withLockedSubscription,
  withLockedSubscriptionInTx,
  updateSubscriptionRow as write,
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
  const own = await deps.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
  const views = await Promise.all(own.map(({ id }) => viewSubscription(deps.db, deps, id)))
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

/** Carries a message out of a transaction that is not kept. */
class Preview extends Error {
  readonly view: Subscription

  constructor(view: Subscription) {
    super('not kept')
    this.view = view
  }
}

/**
 * A preview is the change itself in a transaction that is not kept: what is said beforehand is what
 * would come of it, to the cent.
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
      if (after && isPreview) throw new Preview(after)
      await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
      return after
    })
    if (!view) throw new Failure('not_found')
    return view
  } catch (err) {
    if (err instanceof Preview) return err.view
    throw err
  }
}

/** The same change by whoever holds a signed link, or by staff. */
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

/** Rule 16: the signed-in owner says that it is theirs; from then on their default card counts. */
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
    await write(tx, deps, id, { usesDefaultCard: true })
    await switchToCard(tx, deps, id, { paymentMethodRef, customerRef })
  })
}
