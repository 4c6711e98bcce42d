import { and, eq, lte, ne, type SQL, sql } from 'drizzle-orm'
import { addDays, type CalendarDate } from '#contract/calendar.ts'
import type { OrderNeed } from '#contract/listing.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orders } from './tables.ts'

const DAYS_AHEAD = 14

const hasPayment = (status: 'paid' | 'failed') =>
  sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.status} = ${sql.raw(`'${status}'`)})`

/** Schedules come later in the line of modules, so they are named here and not imported. */
const isScheduled = sql`exists (select 1 from schedules s where s.order_id = ${orders.id} and s.status <> 'cancelled')`

/** Until money was asked back anew, whatever the order's own state is. */
const hasFailedRefund = sql`exists (select 1 from refunds r where r.order_id = ${orders.id}
  and r.status = 'failed' and not exists (select 1 from refunds later where later.order_id = r.order_id
    and later.created_at > r.created_at and later.status <> 'failed'))`

/**
 * Which orders need a hand, by why: paid and soon due without a schedule, failed at the door, failed
 * at the card, failed on the way back to it. The dashboard's count and the filtered list both read it here, so they always agree.
 */
export function needsAHand(need: OrderNeed, today: CalendarDate): SQL | undefined {
  switch (need) {
    case 'unscheduled':
      return and(
        eq(orders.status, sql`'confirmed'`),
        eq(orders.deliveryStatus, sql`'scheduled'`),
        lte(orders.deliveryDate, addDays(today, DAYS_AHEAD)),
        hasPayment('paid'),
        sql`not ${isScheduled}`,
      )
    case 'failedDelivery':
      return and(eq(orders.deliveryStatus, sql`'failed'`), ne(orders.status, sql`'cancelled'`))
    case 'failedPayment':
      return and(hasPayment('failed'), ne(orders.status, sql`'cancelled'`))
    case 'failedRefund':
      return hasFailedRefund
  }
}
