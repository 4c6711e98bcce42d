import { and, asc, count, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { declines, intents, payers, payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type IntentRow = typeof intents.$inferSelect

const OPEN = ['pending', 'processing'] as const

export async function paymentOf(db: DbOrTx, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  return row
}

/** Every writer takes the payment's row first and the order's row second, so none wait in a ring. */
export async function lockPayment(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.orderId, orderId)).for('update')
  return row
}

export async function lockIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  const [row] = await tx.select().from(intents).where(eq(intents.id, intentId)).for('update')
  return row
}

export async function declineCount(db: DbOrTx, intentId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(declines)
    .where(eq(declines.intentId, intentId))
  return row?.n ?? 0
}

export async function intentCount(db: DbOrTx, orderId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(intents).where(eq(intents.orderId, orderId))
  return row?.n ?? 0
}

export async function payerRef(db: DbOrTx, customerId: string): Promise<string | undefined> {
  const [row] = await db.select().from(payers).where(eq(payers.customerId, customerId))
  return row?.customerRef
}

/** Placed orders whose money may have come without a word: longest unasked first. */
export function paymentsToCheck(db: DbOrTx, checkedBefore: Date, limit: number) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(payments)
    .where(
      and(
        inArray(payments.status, OPEN),
        isNotNull(payments.intentId),
        or(isNull(payments.checkedAt), lt(payments.checkedAt, checkedBefore)),
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
}

/** Intents of which nothing has come for so long that nothing will. */
export function staleIntents(db: DbOrTx, createdBefore: Date, limit: number): Promise<IntentRow[]> {
  return db
    .select()
    .from(intents)
    .where(and(isNull(intents.closedAt), lt(intents.createdAt, createdBefore)))
    .orderBy(asc(intents.createdAt))
    .limit(limit)
}

/** Orders placed without an intent, never paid. */
export async function paymentsNeverBegun(db: DbOrTx, createdBefore: Date, limit: number) {
  return db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'pending'),
        isNull(payments.intentId),
        lt(payments.createdAt, createdBefore),
      ),
    )
    .limit(limit)
}
