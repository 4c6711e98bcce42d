import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PhoneOrderPlaced, PhonePayment } from '#contract/staff/phone-orders.ts'
import { getOrderWithItems } from '#server/modules/orders/index.ts'
import { getPayment } from '#server/modules/payments/index.ts'
import { findChargeResult } from '#server/modules/renewals/index.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { phoneOrders } from './tables.ts'

type Request = { requestId: string; hash: string; payment: PhonePayment }

/** The order of this request, if it was placed already. Another content under its id is rejected. */
export async function findPlaced(
  deps: PhoneOrderDeps,
  { requestId, hash, payment }: Request,
): Promise<PhoneOrderPlaced | undefined> {
  const [known] = await deps.db
    .select()
    .from(phoneOrders)
    .where(eq(phoneOrders.requestId, requestId))
  if (!known) return undefined
  if (known.requestHash !== hash) throw new Failure('already_placed')
  const placed = await describePlaced(deps, known.orderId)
  const isOpen = placed.paymentStatus === 'pending' || placed.paymentStatus === 'failed'
  if (payment !== 'saved_card' || !isOpen) return placed
  return { ...placed, charge: await findChargeResult(deps.db, known.orderId) }
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
