import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Schedule, ScheduleStatus } from '#contract/delivery.ts'
import type { ListQuery } from '#contract/listing.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import {
  after,
  containing,
  countUpTo,
  keptCount,
  newestFirst,
  toStretch,
} from '#server/db/keyset.ts'
import { orderWords } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { schedules, trucks } from './tables.ts'

export type ScheduleRow = typeof schedules.$inferSelect

const columns = {
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
}

type Found = { schedule: ScheduleRow; order: Schedule['order']; truck: Schedule['truck'] }

const joined = (db: DbOrTx) =>
  db
    .select(columns)
    .from(schedules)
    .leftJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(trucks, eq(trucks.id, schedules.truckId))

export async function schedulesPage(db: Db, query: ListQuery, limit: number) {
  const found = await joined(db)
    .where(and(filterOf(query), after(schedules, query.cursor)))
    .orderBy(...newestFirst(schedules))
    .limit(limit + 1)
  const { page, next } = toStretch(
    found.map((one) => ({ ...one, id: one.schedule.id, createdAt: one.schedule.createdAt })),
    limit,
  )
  return { rows: page.map(toSchedule), next }
}

export async function scheduleById(db: DbOrTx, id: string): Promise<Schedule | undefined> {
  const [found] = await joined(db).where(eq(schedules.id, id))
  return found && toSchedule(found)
}

export function schedulesTotal(db: Db, query: ListQuery): Promise<string> {
  if (query.q) {
    return countUpTo(
      db,
      sql`select 1 from ${schedules}
        left join ${orders} on ${orders.id} = ${schedules.orderId}
        left join ${trucks} on ${trucks.id} = ${schedules.truckId}
        where ${filterOf(query)}`,
    )
  }
  const status = ScheduleStatus.safeParse(query.status)
  return keptCount(db, status.success ? `schedules:${status.data}` : 'schedules')
}

function filterOf({ q, status }: ListQuery): SQL | undefined {
  const known = ScheduleStatus.safeParse(status)
  return and(
    known.success ? eq(schedules.status, known.data) : undefined,
    q
      ? sql`(${orderWords} like ${containing(q)} or lower(${trucks.name}) like ${containing(q)})`
      : undefined,
  )
}

function toSchedule({ schedule, order, truck }: Found): Schedule {
  return { ...schedule, createdAt: schedule.createdAt.toISOString(), order, truck }
}
