import { formatDate, formatDateTime } from '#contract/dates/calendar.ts'
import { formatCents } from '#contract/money.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import { listTenders, type PaymentRow, sumTenders } from '#server/modules/payments/index.ts'

/** Returns the amount due on delivery or by invoice; undefined if nothing is due. */
export async function dueInEmail(
  db: Db,
  payment: PaymentRow | undefined,
): Promise<string | undefined> {
  if (payment?.status !== 'due') return undefined
  const cents = payment.amountCents - sumTenders(await listTenders(db, [payment.orderId]))
  const { dueOn, netDays } = payment
  return dueOn === null
    ? `Please pay ${formatCents(cents)} in cash or by check on delivery.`
    : `Please pay ${formatCents(cents)} by ${formatDate(dueOn)} (net ${netDays}).`
}

/** The end of a pay link; undefined if the order was paid or cancelled in the meantime. */
export function payByInEmail(
  shop: Shop,
  { status }: { status: string },
  payment: PaymentRow | undefined,
): string | undefined {
  if (status === 'cancelled' || payment?.status !== 'pending' || !payment.expiresAt) {
    return undefined
  }
  return formatDateTime(shop.timeZone, payment.expiresAt)
}
