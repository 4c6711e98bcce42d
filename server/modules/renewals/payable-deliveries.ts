import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { FindPayable } from '#server/modules/payments/index.ts'
import {
  findCycleByOrder,
  saveCardConsent,
  withdrawCardConsent,
} from '#server/modules/subscriptions/index.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Clock } from '#server/runtime.ts'

/** I4: until the saved card is declined, only the engine may charge the cycle's intent. */
export function payableDeliveries(
  { db, clock }: { db: Db; clock: Clock },
  find: FindPayable,
): FindPayable {
  return async (orderId) => {
    const payable = await find(orderId)
    const row = payable && (await findCycleByOrder(db, orderId))
    if (!row) return payable
    const isNotDue = row.status === 'ordered' || row.status === 'charging'
    const { subscriptionId, cycle } = row
    const [subscription] = await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, subscriptionId))
    if (!subscription || subscription.status === 'cancelled') return { ...payable, isNotDue }
    const { customerId: ownerId } = subscription
    const delivery = {
      cycle: { subscriptionId, cycle },
      recordCardConsent: (
        isAgreed: boolean,
        payer: { ip: string; customerId: string | undefined },
      ) =>
        isAgreed
          ? saveCardConsent(db, { clock }, orderId, { ...payer, ownerId })
          : withdrawCardConsent(db, orderId),
    }
    return { ...payable, isNotDue, delivery }
  }
}
