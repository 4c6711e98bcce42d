import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type CapacityDeps, renewReservation } from '#server/modules/capacity/index.ts'
import { getOrderWithItems } from '#server/modules/orders/index.ts'
import type { FindPayable, PayableOrder, PaymentOrigin } from '#server/modules/payments/index.ts'
import {
  findCycleByOrder,
  recordConsent,
  saveCardConsent,
  withdrawCardConsent,
} from '#server/modules/subscriptions/index.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'

type PayableDeps = CapacityDeps & { db: Db }

/** Rule 39: the customer accepts the terms of a recurring phone order on the pay page. */
async function withTerms(
  deps: PayableDeps,
  orderId: string,
  payable: PayableOrder,
): Promise<PayableOrder> {
  const placed = await getOrderWithItems(deps.db, orderId)
  if (placed?.order.channel !== 'phone') return payable
  const { order } = placed
  const consented = { id: orderId, details: order, price: { totalCents: order.totalCents } }
  const recordTerms = (origin: PaymentOrigin) =>
    deps.db.transaction((tx) => recordConsent(tx, deps, consented, origin))
  return { ...payable, recordTerms }
}

/** I4: until the saved card is declined, only the engine may charge the cycle's intent. */
export function payableDeliveries(
  { db, clock, shop }: PayableDeps,
  find: FindPayable,
): FindPayable {
  return async (orderId) => {
    const found = await find(orderId)
    const payable = found?.isRecurring
      ? await withTerms({ db, clock, shop }, orderId, found)
      : found
    const row = payable && (await findCycleByOrder(db, orderId))
    if (!row)
      return (
        payable && {
          ...payable,
          reservePlace: () => renewReservation({ db, clock, shop }, orderId),
        }
      )
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
