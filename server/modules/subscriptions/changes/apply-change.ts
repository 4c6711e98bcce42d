import { Failure } from '#contract/errors.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { assertNotDisputed } from '../cancel/disputed-payments.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { updatePlan } from '../planned/update-plans.ts'
import type { LockedSubscription } from '../queries.ts'
import { changePlan, setOneTimeItems } from './change-plan.ts'
import {
  type ChangeInitiator,
  moveDelivery,
  skipDelivery,
  unskipDelivery,
} from './move-delivery.ts'
import { pauseDeliveries, resumeDeliveries } from './pause-deliveries.ts'

/** Changes that need only the subscription's own rows, not the card provider. */
export type InPlaceChange = Exclude<SubscriptionChange, { type: 'use_default_card' }>

export async function applyChange(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  change: InPlaceChange,
  initiatedBy: ChangeInitiator,
): Promise<void> {
  await makeChange(tx, deps, locked, change, initiatedBy)
  await updatePlan(tx, deps, locked.subscription.id)
}

function makeChange(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  change: InPlaceChange,
  initiatedBy: ChangeInitiator,
): Promise<void> {
  if (locked.subscription.status === 'cancelled') throw new Failure('not_active')
  switch (change.type) {
    case 'pause':
      return pauseDeliveries(tx, deps, locked, change.until ?? null)
    case 'resume':
      return assertNotDisputed(tx, locked.subscription.id, initiatedBy).then(() =>
        resumeDeliveries(tx, deps, locked),
      )
    case 'skip':
      return skipDelivery(tx, deps, locked, change.cycle, initiatedBy)
    case 'unskip':
      return unskipDelivery(tx, deps, locked, change.cycle)
    case 'move':
      return moveDelivery(tx, deps, locked, change, initiatedBy)
    case 'change':
      return changePlan(tx, deps, locked, change)
    case 'extra':
      return setOneTimeItems(tx, deps, locked, change, initiatedBy)
  }
}
