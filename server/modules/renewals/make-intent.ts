import { type CardIntent, CardProviderError, intentCount } from '#server/modules/payments/index.ts'
import type { SubscriptionDeps } from '#server/modules/subscriptions/index.ts'
import type { ChargeContext } from './charge-context.ts'
import { findCycleIntent } from './reconcile-after-downtime.ts'

/**
 * I4: the idempotency key depends on the cycle, so every worker gets the same intent. Creating an
 * intent moves no money. Returns 'no_customer' if the provider customer, and so the card, is deleted.
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
        // A key requires the same parameters each time, and the customer may be created again.
        idempotencyKey: `cycle-${subscriptionId}-${cycle.cycle}-${round}-${customerRef ?? ''}`,
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
    // The key was used with other parameters: the ledger has the intent it created.
    const existing = await findCycleIntent(deps, subscriptionId, cycle.cycle)
    if (!existing) throw err
    return existing
  }
}
