import { Failure } from '#contract/errors.ts'
import type { Deed } from '#contract/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { refuseWhileDisputed } from '../cancel/disputed-payments.ts'
import type { SubscriptionDeps } from '../deps.ts'
import type { Held } from '../queries.ts'
import { addExtra, changePlan } from './change-plan.ts'
import { moveDelivery, skipDelivery, unskipDelivery, type Wisher } from './move-delivery.ts'
import { pauseDeliveries, resumeDeliveries } from './pause-deliveries.ts'

/** Everything that is decided within the subscription's own rows. */
export type OwnDeed = Exclude<Deed, { do: 'use_default_card' }>

export function applyDeed(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  deed: OwnDeed,
  wisher: Wisher,
): Promise<void> {
  if (held.subscription.status === 'cancelled') throw new Failure('not_active')
  switch (deed.do) {
    case 'pause':
      return pauseDeliveries(tx, deps, held, deed.until ?? null)
    case 'resume':
      return refuseWhileDisputed(tx, held.subscription.id, wisher).then(() =>
        resumeDeliveries(tx, deps, held),
      )
    case 'skip':
      return skipDelivery(tx, deps, held, deed.cycle, wisher)
    case 'unskip':
      return unskipDelivery(tx, deps, held, deed.cycle)
    case 'move':
      return moveDelivery(tx, deps, held, deed)
    case 'change':
      return changePlan(tx, deps, held, deed)
    case 'extra':
      return addExtra(tx, deps, held, deed)
  }
}
