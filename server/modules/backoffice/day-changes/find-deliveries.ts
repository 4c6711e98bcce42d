import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { MovedDelivery } from '#contract/zones/day-changes.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { dispatched, isOpenDelivery } from '#server/modules/deliveries/index.ts'
import { isPlannable } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { chargeAttempts } from '#server/modules/renewals/tables.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { zoneZips } from '#server/modules/zones/tables.ts'

export type Scope = { date: CalendarDate; zoneIds?: readonly string[] | null | undefined }

const isInScope = ({ date, zoneIds }: Scope) =>
  and(eq(orders.deliveryDate, date), zoneIds ? inArray(zoneZips.zoneId, [...zoneIds]) : undefined)

/** ZIP+4 counts as its first five digits. */
const isOfZip = eq(zoneZips.zip, sql`left(${orders.deliveryZip}, 5)`)

export type OpenDelivery = Awaited<ReturnType<typeof findOpenDeliveries>>[number]

/** Deliveries of the date that are not out yet, by order id. */
export function findOpenDeliveries(db: DbOrTx, scope: Scope, limit: number) {
  return db
    .select({
      orderId: orders.id,
      version: orders.version,
      customerId: orders.customerId,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      customerPhone: orders.customerPhone,
      status: orders.status,
      isRenewal: sql<boolean>`${orders.parentOrderId} is not null`,
      frequency: subscriptions.frequency,
      window: orders.deliveryWindow,
      zoneId: zoneZips.zoneId,
      cycleStatus: cycles.status,
      wasRescheduled: sql<boolean>`coalesce(${cycles.isMoved}, false)`,
      hasAttempt: sql<boolean>`exists (select 1 from ${chargeAttempts}
        where ${chargeAttempts.orderId} = ${orders.id})`,
    })
    .from(orders)
    .leftJoin(zoneZips, isOfZip)
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .leftJoin(
      subscriptions,
      eq(subscriptions.id, sql`coalesce(${orders.parentOrderId}, ${orders.id})`),
    )
    .where(and(isInScope(scope), isOpenDelivery))
    .orderBy(asc(orders.id))
    .limit(limit)
}

/** Deliveries of the date that are out or made already. */
export async function countStaying(db: DbOrTx, scope: Scope): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(orders)
    .leftJoin(zoneZips, isOfZip)
    .where(and(isInScope(scope), isPlannable, dispatched))
  return row?.n ?? 0
}

/** A charge that has a written attempt never moves; its delivery moves without it. */
export function chargeEffect({
  cycleStatus,
  hasAttempt,
}: Pick<OpenDelivery, 'cycleStatus' | 'hasAttempt'>): MovedDelivery['charge'] {
  if (cycleStatus === 'charging' || cycleStatus === 'unpaid') return 'stays'
  if (cycleStatus !== 'ordered') return 'none'
  return hasAttempt ? 'stays' : 'moves'
}

/** A buyer who has not paid yet sees the new date in the confirmation. */
export const isEmailed = ({
  status,
  isRenewal,
  customerEmail,
}: Pick<OpenDelivery, 'status' | 'isRenewal' | 'customerEmail'>): boolean =>
  customerEmail !== null && (status !== 'pending' || isRenewal)
