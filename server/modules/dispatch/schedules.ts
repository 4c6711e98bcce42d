import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type Schedule, ScheduleStatus } from '#contract/dispatch.ts'
import {
  COUNT_LIMIT,
  type ListQuery,
  type ListSort,
  type ScheduleAttentionReason,
} from '#contract/staff/listing.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import {
  byCreatedAt,
  countUpTo,
  formatCappedCount,
  hasStatus,
  idIn,
  keyset,
  likePattern,
  matchesText,
  type Sorts,
  storedCount,
  toPage,
} from '#server/db/keyset.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { orderSearchText, searchViaOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { schedules } from './tables.ts'

export type ScheduleRow = typeof schedules.$inferSelect

/** Fields that the audit log compares before and after. */
export const auditFields = (row: ScheduleRow) => {
  const { id, version, createdAt, plannedAt, outcomeAt, ...fields } = row
  return {
    ...fields,
    plannedAt: plannedAt?.toISOString() ?? null,
    outcomeAt: outcomeAt?.toISOString() ?? null,
  }
}

const columns = {
  id: schedules.id,
  schedule: schedules,
  order: {
    id: orders.id,
    customerName: orders.customerName,
    customerEmail: orders.customerEmail,
    deliveryAddress: orders.deliveryAddress,
  },
  truck: {
    id: trucks.id,
    name: trucks.name,
    licensePlate: trucks.licensePlate,
    status: trucks.status,
  },
  deliveryNotes: subscriptions.deliveryNotes,
  cycle: {
    status: cycles.status,
    holdAt: cycles.holdAt,
    releasedAt: cycles.releasedAt,
  },
}

type JoinedRow = {
  schedule: ScheduleRow
  order: Schedule['order']
  truck: Schedule['truck']
  deliveryNotes: string | null
  cycle: Parameters<typeof isOnHold>[0] | null
}

/** `key` is the sort key of a list; a single row needs none. */
const selectJoined = (db: DbOrTx, key = sql<string>`''`) =>
  db
    .select({ ...columns, key })
    .from(schedules)
    .leftJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(trucks, eq(trucks.id, schedules.truckId))
    .leftJoin(cycles, eq(cycles.orderId, schedules.orderId))
    // Rule 14: the first order has the id of its subscription.
    .leftJoin(
      subscriptions,
      sql`${subscriptions.id} = coalesce(${orders.parentOrderId}, ${orders.id})`,
    )

export const scheduleSorts = {
  ...byCreatedAt(schedules.createdAt),
  date: { by: schedules.scheduledDate, type: 'date' },
  'date-desc': { by: schedules.scheduledDate, type: 'date', isDescending: true },
} as const satisfies Sorts<ListSort<'schedules'>>

const TRUCK: ScheduleAttentionReason = 'truck'

export async function schedulesPage(db: Db, query: ListQuery, limit: number) {
  const status = ScheduleStatus.safeParse(query.status).success ? schedules.status : undefined
  const { key, orderBy, after } = keyset(scheduleSorts, schedules.id, query, status)
  const ids = await searchIds(db, query)
  const rows = await selectJoined(db, key)
    .where(and(idIn(schedules.id, ids) ?? toFilter(query), after))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { page, next } = toPage(rows, limit)
  return { rows: page.map(toSchedule), next, ...(ids && { total: formatCappedCount(ids.length) }) }
}

/** Searches the order's text and the truck's name. */
async function searchIds(db: Db, { q, ...others }: ListQuery): Promise<string[] | undefined> {
  if (!q) return undefined
  const filter = toFilter(others) ?? sql`true`
  const matching = (table: SQL) =>
    sql`(select ${schedules.id} from ${schedules} ${table} where ${filter} limit ${COUNT_LIMIT + 1})`
  return searchViaOrders(
    db,
    q,
    (matches) =>
      sql`${matching(sql`join ${matches} on ${matches}.id = ${schedules.orderId}`)} union ${matching(
        sql`join ${trucks} on ${trucks.id} = ${schedules.truckId} and ${hasTruckNamed(q)}`,
      )}`,
  )
}

const hasTruckNamed = (q: string) => sql`lower(${trucks.name}) like ${likePattern(q)}`

/** An order's schedules, earliest first. */
export async function getOrderSchedules(db: DbOrTx, orderId: string): Promise<Schedule[]> {
  const rows = await selectJoined(db)
    .where(eq(schedules.orderId, orderId))
    .orderBy(asc(schedules.scheduledDate), asc(schedules.id))
  return rows.map(toSchedule)
}

export async function scheduleById(db: DbOrTx, id: string): Promise<Schedule | undefined> {
  const [row] = await selectJoined(db).where(eq(schedules.id, id))
  return row && toSchedule(row)
}

export async function schedulesTotal(db: Db, query: ListQuery): Promise<string> {
  const ids = await searchIds(db, query)
  if (ids) return formatCappedCount(ids.length)
  if (query.q || query.attention === TRUCK) {
    return countUpTo(
      db,
      sql`select 1 from ${schedules}
        left join ${orders} on ${orders.id} = ${schedules.orderId}
        left join ${trucks} on ${trucks.id} = ${schedules.truckId}
        where ${toFilter(query)}`,
    )
  }
  const status = ScheduleStatus.safeParse(query.status)
  const statuses = status.success ? [status.data] : ScheduleStatus.options
  return storedCount(db, ...statuses.map((name) => `schedules:${name}`))
}

/** Pending on a deleted truck. The dashboard's count and the filtered list both use this. */
export const isOnDeletedTruck = sql`${schedules.status} = 'pending' and ${schedules.truckId} is not null
  and not exists (select 1 from ${trucks} t where t.id = ${schedules.truckId})`

function toFilter({ q, status, attention, cursor }: ListQuery): SQL | undefined {
  const parsed = ScheduleStatus.safeParse(status)
  return and(
    parsed.success ? hasStatus(schedules.status, parsed.data, { cursor }) : undefined,
    attention === TRUCK ? isOnDeletedTruck : undefined,
    q ? sql`(${matchesText(orderSearchText, q)} or ${hasTruckNamed(q)})` : undefined,
  )
}

function toSchedule({ schedule, order, truck, deliveryNotes, cycle }: JoinedRow): Schedule {
  // The board shows where on its route a stop is.
  const { trip, position, pin, plannedAt, outcome, outcomeAt, ...fields } = schedule
  return {
    ...fields,
    ...(outcome && { outcome }),
    createdAt: schedule.createdAt.toISOString(),
    order,
    truck,
    ...(deliveryNotes && { deliveryNotes }),
    isOnHold: cycle !== null && isOnHold(cycle),
  }
}
