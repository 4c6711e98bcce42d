import { desc, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Deed, Subscription } from '#contract/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { askProvider } from '#server/modules/payments/index.ts'
import { ownerRefOf, takeCard } from '../card/follow-default-card.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type Held, holdIn, withSubscription, changeSubscription as write } from '../queries.ts'
import { type ViewDeps, viewSubscription } from '../subscription-view.ts'
import { subscriptions } from '../tables.ts'
import { applyDeed, type OwnDeed } from './apply-deed.ts'
import type { Wisher } from './move-delivery.ts'

export type ChangeDeps = SubscriptionDeps & ViewDeps

export async function subscriptionsOf(
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

type Wish = { customerId: string; id: string; deed: Deed; isPreview: boolean }

export async function changeOwnSubscription(
  deps: ChangeDeps,
  { customerId, id, deed, isPreview }: Wish,
): Promise<Subscription> {
  const isOwn = ({ subscription }: Held) => subscription.customerId === customerId
  if (deed.do === 'use_default_card') return chooseDefaultCard(deps, id, isOwn, isPreview)
  return carryOut(deps, id, isPreview, async (tx, held) => {
    if (!isOwn(held)) throw new Failure('not_found')
    await applyDeed(tx, deps, held, deed, 'customer')
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
 * A preview is the deed itself in a transaction that is not kept: what is said beforehand is what
 * would come of it, to the cent.
 */
async function carryOut(
  deps: ChangeDeps,
  id: string,
  isPreview: boolean,
  act: (tx: Tx, held: Held) => Promise<void>,
): Promise<Subscription> {
  try {
    const view = await withSubscription(deps.db, id, async (tx, held) => {
      await act(tx, held)
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

/** The same deed by whoever holds a signed link, or by staff. */
export function carryOutDeed(
  deps: ChangeDeps,
  id: string,
  deed: OwnDeed,
  { wisher, isPreview }: { wisher: Wisher; isPreview: boolean },
): Promise<Subscription> {
  return carryOut(deps, id, isPreview, (tx, held) => applyDeed(tx, deps, held, deed, wisher))
}

/** Rule 16: the signed-in owner says that it is theirs; from then on their default card counts. */
async function chooseDefaultCard(
  deps: ChangeDeps,
  id: string,
  isOwn: (held: Held) => boolean,
  isPreview: boolean,
): Promise<Subscription> {
  const subscription = await deps.db.transaction((tx) =>
    holdIn(tx, id, async (_, held) => {
      if (!isOwn(held)) throw new Failure('not_found')
      if (held.subscription.status === 'cancelled') throw new Failure('not_active')
      return held.subscription
    }),
  )
  if (!subscription) throw new Failure('not_found')
  const customerRef = await ownerRefOf(deps, subscription)
  const paymentMethodRef =
    customerRef && (await askProvider(() => deps.cards.defaultCardOf(customerRef, 'buyer')))
  if (!customerRef || !paymentMethodRef) throw new Failure('no_default_card')
  return carryOut(deps, id, isPreview, async (tx) => {
    await write(tx, deps, id, { followsDefaultCard: true })
    await takeCard(tx, deps, id, { paymentMethodRef, customerRef })
  })
}
