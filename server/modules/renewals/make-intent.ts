import { type CardIntent, CardProviderError, intentCount } from '#server/modules/payments/index.ts'
import type { SubscriptionDeps } from '#server/modules/subscriptions/index.ts'
import type { ChargeContext } from './charge-context.ts'
import { findCycleIntent } from './reconcile-after-downtime.ts'

/**
 * I4: made under a key that is a function of the cycle, so that whoever asks gets the same intent.
 * Making one moves no money. A customer that is gone at the provider took the card along.
 */
export async function makeIntent(
  deps: SubscriptionDeps,
  { cycle, order, payment, subscription }: ChargeContext,
): Promise<CardIntent | 'no_customer'> {
  const { id: subscriptionId, customerRef } = subscription
  const round = await intentCount(deps.db, order.id)
  try {
    return await deps.cards.createIntent(
      {
        // A key must come with the same words each time, and the customer may be made again.
        key: `cycle-${subscriptionId}-${cycle.cycle}-${round}-${customerRef ?? ''}`,
        amountCents: payment.amountCents,
        orderId: order.id,
        ...(customerRef && { customerRef }),
        cycle: { subscriptionId, cycle: cycle.cycle },
      },
      'background',
    )
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    if (err.kind === 'missing') return 'no_customer'
    if (err.kind !== 'invalid_request') throw err
    // The key stands for other terms: what it made before must be in the ledger.
    const made = await findCycleIntent(deps, subscriptionId, cycle.cycle)
    if (!made) throw err
    return made
  }
}
