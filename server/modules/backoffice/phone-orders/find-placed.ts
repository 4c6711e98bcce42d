import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import { getOrderWithItems } from '#server/modules/orders/index.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { phoneOrders } from './tables.ts'

/** The order of this request, if it was placed already. Another content under its id is rejected. */
export async function findPlaced(
  deps: PhoneOrderDeps,
  { requestId, hash }: { requestId: string; hash: string },
): Promise<PhoneOrderPlaced | undefined> {
  const [known] = await deps.db
    .select()
    .from(phoneOrders)
    .where(eq(phoneOrders.requestId, requestId))
  if (!known) return undefined
  if (known.requestHash !== hash) throw new Failure('already_placed')
  return describePlaced(deps, known.orderId)
}

export async function describePlaced(
  { db, publicUrl }: PhoneOrderDeps,
  orderId: string,
): Promise<PhoneOrderPlaced> {
  const payment = await getPayment(db, orderId)
  const placed = await getOrderWithItems(db, orderId)
  if (!payment || !placed) throw new Failure('not_found')
  const isPayable = payment.status === 'pending' && placed.order.status !== 'cancelled'
  return {
    orderId,
    paymentStatus: payment.status,
    payUrl: isPayable ? `${publicUrl}/pay/${orderId}` : null,
    needsTerms: isPayable && payment.netDays !== null,
    charge: null,
  }
}
