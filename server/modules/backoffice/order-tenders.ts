import { centsToText } from '#contract/money.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import type { OrderWithDetails } from '#server/modules/orders/index.ts'
import { listTenders, sumTenders, toStaffTender } from '#server/modules/payments/index.ts'

/** Payments received without the card provider, and the amount still due (rule 39). */
export async function orderTenders(
  db: Db,
  { order, payment }: Pick<OrderWithDetails, 'order' | 'payment'>,
): Promise<Pick<OrderDetail, 'tenders' | 'due' | 'netDays'>> {
  if (payment?.kind !== 'tender') return { tenders: [], due: centsToText(0), netDays: null }
  const rows = await listTenders(db, [order.id])
  // Nothing is due before the customer has accepted the terms, or once the order is cancelled.
  const isDue = order.status !== 'cancelled' && payment.status !== 'pending'
  const remainingCents = isDue ? payment.amountCents - sumTenders(rows) : 0
  return {
    tenders: rows.map(toStaffTender),
    due: centsToText(remainingCents),
    netDays: payment.netDays,
  }
}
