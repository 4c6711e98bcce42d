import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Case } from '#contract/cases/cases.ts'
import { centsToText } from '#contract/money.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { reportUntil } from '#server/modules/deliveries/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { photoUntil } from './rules.ts'
import { casePhotos, cases } from './tables.ts'

type OrderColumns = Pick<
  typeof orders.$inferSelect,
  | 'customerId'
  | 'customerName'
  | 'customerEmail'
  | 'deliveryDate'
  | 'deliveryStatus'
  | 'deliveredAt'
  | 'reportUntil'
  | 'totalCents'
>

export type CaseRow = {
  case: typeof cases.$inferSelect
  order: OrderColumns
  photo: string | null
  redeliveryDate: string | null
}

const columns = {
  id: cases.id,
  case: cases,
  order: {
    customerId: orders.customerId,
    customerName: orders.customerName,
    customerEmail: orders.customerEmail,
    deliveryDate: orders.deliveryDate,
    deliveryStatus: orders.deliveryStatus,
    deliveredAt: orders.deliveredAt,
    reportUntil: orders.reportUntil,
    totalCents: orders.totalCents,
  },
  photo: casePhotos.hash,
  redeliveryDate: schedules.scheduledDate,
}

/** `key` is the sort key of a list. A cancelled stop counts as none. */
export const selectCases = (db: DbOrTx, key = sql<string>`''`) =>
  db
    .select({ ...columns, key })
    .from(cases)
    .innerJoin(orders, eq(orders.id, cases.orderId))
    .leftJoin(casePhotos, eq(casePhotos.caseId, cases.id))
    .leftJoin(
      schedules,
      and(eq(schedules.id, cases.scheduleId), sql`${schedules.status} <> 'cancelled'`),
    )

export async function findCase(db: DbOrTx, where: SQL | undefined): Promise<CaseRow | undefined> {
  const [row] = await selectCases(db).where(where)
  return row
}

/** X1: cases of other customers are not found. */
export const isOwnCase = (customerId: string, id: string) =>
  and(eq(cases.id, id), eq(orders.customerId, customerId))

/** A customer's cases, newest first. */
export const customerCases = (db: DbOrTx, customerId: string): Promise<CaseRow[]> =>
  selectCases(db).where(eq(orders.customerId, customerId)).orderBy(desc(cases.createdAt))

export async function readPhoto(
  db: DbOrTx,
  where: SQL | undefined,
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ bytes: casePhotos.bytes })
    .from(casePhotos)
    .innerJoin(cases, eq(cases.id, casePhotos.caseId))
    .innerJoin(orders, eq(orders.id, cases.orderId))
    .where(where)
  return row?.bytes
}

export async function countOpenCases(db: DbOrTx): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(cases)
    .where(eq(cases.state, 'open'))
  return row?.n ?? 0
}

const toAnswer = ({ case: row, redeliveryDate }: CaseRow) => ({
  outcome: row.outcome,
  message: row.message,
  amount: row.amountCents === null ? null : centsToText(row.amountCents),
  redeliveryDate,
  // The stored time of an answer that no longer counts is for its stop, which may be set back.
  answeredAt: row.state === 'answered' ? (row.answeredAt?.toISOString() ?? null) : null,
})

const noAnswer = {
  outcome: null,
  message: null,
  amount: null,
  redeliveryDate: null,
  answeredAt: null,
}

const toShared = ({ case: row, photo }: CaseRow) => ({
  id: row.id,
  orderId: row.orderId,
  kind: row.kind,
  text: row.text,
  photo,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
})

/** Customers see an answer when it is final, not while its refund is pending. */
export const toCase = (row: CaseRow): Case => ({
  ...toShared(row),
  photoUntil: photoUntil(row.case.createdAt, reportUntil(row.order)).toISOString(),
  ...(row.case.state === 'answered' ? toAnswer(row) : noAnswer),
})

export const toStaffCase = (row: CaseRow): StaffCase => ({
  ...toShared(row),
  ...toAnswer(row),
  customer: {
    id: row.order.customerId,
    name: row.order.customerName,
    email: row.order.customerEmail,
  },
  order: { deliveryDate: row.order.deliveryDate, total: centsToText(row.order.totalCents) },
  deliveredAt: row.order.deliveredAt?.toISOString() ?? null,
  isRefunding: row.case.state === 'open' && row.case.refundId !== null,
  problem: row.case.problem,
  answeredBy: row.case.outcome === null ? null : row.case.answeredBy,
  scheduleId: row.case.scheduleId,
})

/** Orders with a problem that no one has answered yet. */
export async function ordersWithOpenCase(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .selectDistinct({ orderId: cases.orderId })
    .from(cases)
    .where(eq(cases.state, 'open'))
  return rows.map(({ orderId }) => orderId)
}
