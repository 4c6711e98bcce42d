import { asc, inArray } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { StaffTender, Tender } from '#contract/payments/tenders.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { tenders } from './tables.ts'

export type TenderRow = typeof tenders.$inferSelect

/** The tenders of these orders, oldest first. */
export async function listTenders(db: DbOrTx, orderIds: string[]): Promise<TenderRow[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(tenders)
    .where(inArray(tenders.orderId, orderIds))
    .orderBy(asc(tenders.createdAt), asc(tenders.id))
}

/** Adds up the tenders received. Money paid back is a refund and leaves the order paid. */
export const sumTenders = (rows: readonly Pick<TenderRow, 'amountCents' | 'refundId'>[]): number =>
  rows.reduce((sum, row) => sum + (row.refundId === null ? row.amountCents : 0), 0)

/** For the customer: without tenders that were reversed. */
export function toTenders(rows: readonly TenderRow[]): Tender[] {
  const reversed = new Set(rows.map(({ reversesId }) => reversesId))
  const isReceived = ({ id, reversesId, refundId }: TenderRow) =>
    reversesId === null && refundId === null && !reversed.has(id)
  return rows.filter(isReceived).map(toTender)
}

export const toStaffTender = (row: TenderRow): StaffTender => ({
  ...toTender(row),
  reversesId: row.reversesId,
  recordedBy: row.staffEmail,
  createdAt: row.createdAt.toISOString(),
})

const toTender = ({ id, method, amountCents, receivedOn, reference }: TenderRow): Tender => ({
  id,
  method,
  amount: centsToText(amountCents),
  receivedOn,
  reference,
})
