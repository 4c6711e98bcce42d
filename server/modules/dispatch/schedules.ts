import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type Schedule, ScheduleStatus } from '#contract/dispatch.ts'
import type { ListQuery, ListSort, ScheduleNeed } from '#contract/listing.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import {
  amongFew,
  byAge,
  COUNTED_UP_TO,
  contain,
  containing,
  countedText,
  countUpTo,
  keptCount,
  keyset,
  type Sorts,
  toStretch,
} from '#server/db/keyset.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { orderWords, searchThroughOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { schedules } from './tables.ts'

export type ScheduleRow = typeof schedules.$inferSelect

/** What the audit log compares before and after. */
export const auditFields = ({ id, version, createdAt, ...fields }: ScheduleRow) => fields

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
  cycle: {
    status: cycles.status,
    heldAt: cycles.heldAt,
    releasedAt: cycles.releasedAt,
  },
}

type Found = {
  schedule: ScheduleRow
  order: Schedule['order']
  truck: Schedule['truck']
  cycle: Parameters<typeof isOnHold>[0] | null
}

/** `key` is what a list is sorted by; a single row needs none. */
const joined = (db: DbOrTx, key = sql<string>`''`) =>
  db
    .select({ ...columns, key })
    .from(schedules)
    .leftJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(trucks, eq(trucks.id, schedules.truckId))
    .leftJoin(cycles, eq(cycles.orderId, schedules.orderId))

export const scheduleSorts = {
  ...byAge(schedules.createdAt),
  date: { by: schedules.scheduledDate, type: 'date' },
  'date-desc': { by: schedules.scheduledDate, type: 'date', isDescending: true },
} as const satisfies Sorts<ListSort<'schedules'>>

const TRUCK: ScheduleNeed = 'truck'

export async function schedulesPage(db: Db, query: ListQuery, limit: number) {
  const { key, orderBy, after } = keyset(scheduleSorts, schedules.id, query)
  const ids = await searched(db, query)
  const found = await joined(db, key)
    .where(and(amongFew(schedules.id, ids) ?? filterOf(query), after))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { page, next } = toStretch(found, limit)
  return { rows: page.map(toSchedule), next, ...(ids && { total: countedText(ids.length) }) }
}

/** By the order's words, or by the truck's name. */
async function searched(db: Db, { q, ...others }: ListQuery): Promise<string[] | undefined> {
  if (!q) return undefined
  const filter = filterOf(others) ?? sql`true`
  const of = (table: SQL) =>
    sql`(select ${schedules.id} from ${schedules} ${table} where ${filter} limit ${COUNTED_UP_TO + 1})`
  return searchThroughOrders(
    db,
    q,
    (found) =>
      sql`${of(sql`join ${found} on ${found}.id = ${schedules.orderId}`)} union ${of(
        sql`join ${trucks} on ${trucks.id} = ${schedules.truckId} and ${isNamed(q)}`,
      )}`,
  )
}

const isNamed = (q: string) => sql`lower(${trucks.name}) like ${containing(q)}`

/** When an order goes out, soonest first. */
export async function schedulesOfOrder(db: DbOrTx, orderId: string): Promise<Schedule[]> {
  const found = await joined(db)
    .where(eq(schedules.orderId, orderId))
    .orderBy(asc(schedules.scheduledDate), asc(schedules.id))
  return found.map(toSchedule)
}

export async function scheduleById(db: DbOrTx, id: string): Promise<Schedule | undefined> {
  const [found] = await joined(db).where(eq(schedules.id, id))
  return found && toSchedule(found)
}

export async function schedulesTotal(db: Db, query: ListQuery): Promise<string> {
  const ids = await searched(db, query)
  if (ids) return countedText(ids.length)
  if (query.q || query.needs === TRUCK) {
    return countUpTo(
      db,
      sql`select 1 from ${schedules}
        left join ${orders} on ${orders.id} = ${schedules.orderId}
        left join ${trucks} on ${trucks.id} = ${schedules.truckId}
        where ${filterOf(query)}`,
    )
  }
  const status = ScheduleStatus.safeParse(query.status)
  const counted = status.success ? [status.data] : ScheduleStatus.options
  return keptCount(db, ...counted.map((name) => `schedules:${name}`))
}

/** Pending on a truck that is gone: the dashboard counts by it, and the list shows the same ones. */
export const needsTruck = sql`${schedules.status} = 'pending' and ${schedules.truckId} is not null
  and not exists (select 1 from ${trucks} t where t.id = ${schedules.truckId})`

function filterOf({ q, status, needs }: ListQuery): SQL | undefined {
  const known = ScheduleStatus.safeParse(status)
  return and(
    known.success ? eq(schedules.status, known.data) : undefined,
    needs === TRUCK ? needsTruck : undefined,
    q ? sql`(${contain(orderWords, q)} or ${isNamed(q)})` : undefined,
  )
}

function toSchedule({ schedule, order, truck, cycle }: Found): Schedule {
  const isHeld = cycle !== null && isOnHold(cycle)
  const createdAt = schedule.createdAt.toISOString()
  return { ...schedule, createdAt, order, truck, isOnHold: isHeld }
}
