import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { isUnpaidDeliverable } from '#server/modules/deliveries/index.ts'
import { isPlannableAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { schedules } from './tables.ts'

const hasOpenStopOnTruck = sql`exists (select 1 from ${schedules}
  where ${schedules.orderId} = ${orders.id} and ${schedules.truckId} is not null
  and ${schedules.status} in ('pending', 'in-progress'))`

/**
 * Rule 49: deliveries of a date that are on no truck. Renewals are charged only on the day itself, so
 * they count before they are paid, unless they are on hold. So does what a cancelled subscription still
 * gets (rule 17). Needs `cycles` joined by the order.
 */
export const isUnplannedOn = (date: string): SQL | undefined =>
  and(
    eq(orders.deliveryDate, date),
    eq(orders.deliveryStatus, 'scheduled'),
    or(
      eq(orders.status, 'confirmed'),
      and(eq(orders.status, 'pending'), isUnpaidDeliverable(cycles)),
      isPlannableAfterCancel,
    ),
    sql`not ${hasOpenStopOnTruck}`,
  )
