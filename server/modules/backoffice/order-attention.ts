import { and, eq, gte, isNotNull, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addDays } from '#contract/dates/calendar.ts'
import { lastPastCutoff, type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { OrderAttentionReason } from '#contract/staff/listing.ts'
import { isUnpaidDeliverable } from '#server/modules/deliveries/index.ts'
import { isOwedAfterCancel, isPlannableAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { disputes, fraudWarnings } from '#server/modules/payments/disputes/tables.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'

const DUE_WITHIN_DAYS = 14
/** Few cancelled orders are owed, so the list looks only at those of the last months. */
const OWED_SINCE_DAYS = 90

const isPaid = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.status} in ('paid', 'covered'))`

/** Paid, or to be paid on delivery or by invoice (rule 39). */
const isDeliverable = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.status} in ('paid', 'covered', 'due'))`

const failed = alias(refunds, 'failed_refund')
const later = alias(refunds, 'later_refund')

/** Until another refund is requested or nothing is left to refund, in any order status. */
const hasFailedRefund = sql`exists (select 1 from ${refunds} ${failed} where ${failed.orderId} = ${orders.id}
  and ${failed.status} = 'failed' and not exists (select 1 from ${refunds} ${later}
    where ${later.orderId} = ${failed.orderId} and ${later.createdAt} > ${failed.createdAt}
    and ${later.status} <> 'failed')
  and not exists (select 1 from ${payments} where ${payments.orderId} = ${failed.orderId}
    and (${payments.intentId} = ${failed.intentId} and ${payments.status} = 'refunded'
      or ${payments.kind} = 'tender' and ${payments.paidAt} is null)))`

const hasOpenDispute = sql`exists (select 1 from ${disputes}
  where ${disputes.orderId} = ${orders.id} and ${disputes.state} = 'open')`

/** Only while the payment can still be refunded. */
const hasFraudWarning = sql`${isPaid} and exists (select 1 from ${fraudWarnings}
  where ${fraudWarnings.orderId} = ${orders.id} and ${fraudWarnings.isActionable})`

/** Dates by which an order is due soon, overdue or past its cut-off: values, or SQL parameters. */
export type AttentionDates<T = string> = {
  today: T
  dueBefore: T
  pastCutoffOn: T
  owedSince: T
}

export function attentionDates(calendar: ShopCalendar, now: Date): AttentionDates {
  const today = shopDate(calendar, now)
  return {
    today,
    dueBefore: addDays(today, DUE_WITHIN_DAYS),
    pastCutoffOn: lastPastCutoff(calendar, now),
    owedSince: addDays(today, -OWED_SINCE_DAYS),
  }
}

type Dates = AttentionDates<string | SQLWrapper>

const isDueSoon = ({ dueBefore }: Dates) =>
  and(eq(orders.status, sql`'confirmed'`), lte(orders.deliveryDate, dueBefore), isDeliverable)

/** A renewal that will be delivered but is not charged yet. Excludes deliveries on hold. */
const isPastCutoff = ({ pastCutoffOn }: Dates) =>
  and(
    eq(orders.status, sql`'pending'`),
    isNotNull(orders.parentOrderId),
    lte(orders.deliveryDate, pastCutoffOn),
    sql`exists (select 1 from ${cycles} where ${cycles.orderId} = ${orders.id}
      and ${isUnpaidDeliverable(cycles)})`,
  )

/** Rule 17: what a cancelled subscription still gets. */
const isOwed = ({ dueBefore, owedSince }: Dates) =>
  and(
    isPlannableAfterCancel,
    lte(orders.deliveryDate, dueBefore),
    gte(orders.deliveryDate, owedSince),
  )

/** Rule 39: an invoice that was not paid by its due date. */
const isOverdue = ({ today }: Dates) =>
  sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id}
    and ${payments.status} = 'due' and ${payments.dueOn} < ${today})`

const isUnscheduled = and(
  eq(orders.deliveryStatus, sql`'scheduled'`),
  sql`not ${orders.hasSchedule}`,
)

/**
 * Selects orders that need attention for a reason, by filters of which no two match the same order. An
 * unscheduled order is deliverable and due soon, or a renewal past its cut-off: each has indexes of its
 * own, which one filter could not follow. The dashboard's count and the filtered list both use this, so
 * they always agree.
 */
export function orderAttentionFilters(
  reason: OrderAttentionReason,
  dates: Dates,
): (SQL | undefined)[] {
  switch (reason) {
    case 'unscheduled':
      return [isDueSoon, isPastCutoff, isOwed].map((isDue) => and(isDue(dates), isUnscheduled))
    case 'failedDelivery':
      return [
        and(eq(orders.deliveryStatus, sql`'failed'`), ne(orders.status, sql`'cancelled'`)),
        and(eq(orders.deliveryStatus, sql`'failed'`), isOwedAfterCancel),
      ]
    case 'failedPayment':
      return [and(sql`${orders.hasFailedPayment}`, ne(orders.status, sql`'cancelled'`))]
    case 'failedRefund':
      return [hasFailedRefund]
    case 'disputed':
      return [hasOpenDispute]
    case 'fraudWarning':
      return [hasFraudWarning]
    case 'overdueInvoice':
      return [and(isOverdue(dates), ne(orders.status, sql`'cancelled'`))]
  }
}

export const orderAttentionFiltersAt = (
  reason: OrderAttentionReason,
  calendar: ShopCalendar,
  now: Date,
) => orderAttentionFilters(reason, attentionDates(calendar, now))
