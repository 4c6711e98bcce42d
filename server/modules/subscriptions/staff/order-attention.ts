import { and, eq, isNotNull, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addDays, changeUntil, dateIn } from '#contract/dates/calendar.ts'
import type { OrderAttentionReason } from '#contract/staff/listing.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { disputes, fraudWarnings, payments, refunds } from '#server/modules/payments/tables.ts'
import { cycles } from '../tables.ts'

const DUE_WITHIN_DAYS = 14

const isPaid = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.status} = 'paid')`

const failed = alias(refunds, 'failed_refund')
const later = alias(refunds, 'later_refund')

/** Until another refund is requested, or nothing is left to refund, whatever the order's own state is. */
const hasFailedRefund = sql`exists (select 1 from ${refunds} ${failed} where ${failed.orderId} = ${orders.id}
  and ${failed.status} = 'failed' and not exists (select 1 from ${refunds} ${later}
    where ${later.orderId} = ${failed.orderId} and ${later.createdAt} > ${failed.createdAt}
    and ${later.status} <> 'failed')
  and not exists (select 1 from ${payments} where ${payments.orderId} = ${failed.orderId}
    and ${payments.intentId} = ${failed.intentId} and ${payments.status} = 'refunded'))`

const hasOpenDispute = sql`exists (select 1 from ${disputes}
  where ${disputes.orderId} = ${orders.id} and ${disputes.state} = 'open')`

/** While the money is still here to be given back. */
const hasFraudWarning = sql`${isPaid} and exists (select 1 from ${fraudWarnings}
  where ${fraudWarnings.orderId} = ${orders.id} and ${fraudWarnings.isActionable})`

/** The days by which an order is due soon, or comes whatever happens; a value, or the name of one. */
export type AttentionDates<Day = string> = { dueBefore: Day; pastCutoffOn: Day }

export function attentionDates(timeZone: string, now: Date): AttentionDates {
  const today = dateIn(timeZone, now)
  const tomorrow = addDays(today, 1)
  return {
    dueBefore: addDays(today, DUE_WITHIN_DAYS),
    pastCutoffOn: now < changeUntil(timeZone, tomorrow) ? today : tomorrow,
  }
}

type Days = AttentionDates<string | SQLWrapper>

const isPaidAndDue = ({ dueBefore }: Days) =>
  and(eq(orders.status, sql`'confirmed'`), lte(orders.deliveryDate, dueBefore), isPaid)

/**
 * A subscription's delivery that comes, though its money is taken only on its day. One that is on
 * hold waits, unless staff release it.
 */
const isPastCutoff = ({ pastCutoffOn }: Days) =>
  and(
    eq(orders.status, sql`'pending'`),
    isNotNull(orders.parentOrderId),
    lte(orders.deliveryDate, pastCutoffOn),
    sql`exists (select 1 from ${cycles} where ${cycles.orderId} = ${orders.id}
      and ${cycles.status} in ('ordered', 'charging', 'unpaid', 'failed')
      and (${cycles.holdAt} is null or ${cycles.releasedAt} is not null))`,
  )

/**
 * Which orders need a hand, by why: without a schedule though paid and soon due, or a subscription's
 * past its cut-off; failed at the door, at the card, or on the way back to it. The dashboard's count
 * and the filtered list both read it here, so they always agree.
 */
export function orderAttentionFilter(need: OrderAttentionReason, days: Days): SQL | undefined {
  switch (need) {
    case 'unscheduled':
      return and(
        or(isPaidAndDue(days), isPastCutoff(days)),
        eq(orders.deliveryStatus, sql`'scheduled'`),
        sql`not ${orders.hasSchedule}`,
      )
    case 'failedDelivery':
      return and(eq(orders.deliveryStatus, sql`'failed'`), ne(orders.status, sql`'cancelled'`))
    case 'failedPayment':
      return and(sql`${orders.hasFailedPayment}`, ne(orders.status, sql`'cancelled'`))
    case 'failedRefund':
      return hasFailedRefund
    case 'disputed':
      return hasOpenDispute
    case 'fraudWarning':
      return hasFraudWarning
  }
}

/** The same at a moment. */
export const orderAttentionFilterAt = (need: OrderAttentionReason, timeZone: string, now: Date) =>
  orderAttentionFilter(need, attentionDates(timeZone, now))
