import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { isSameAccount } from './rules.ts'
import { declines, intents, payments, providerCustomers, refunds } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type IntentRow = typeof intents.$inferSelect

const OPEN = ['pending', 'processing'] as const

/** An intent without an order counts as a checkout's. */
export const isNotCycle = sql`${payments.kind} is distinct from 'cycle'`

type OrderParams = Params<{ orderId: string }>
type IntentParams = Params<{ intentId: string }>

const selectPayment = preparedStatement((db, param: OrderParams) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, param('orderId'))),
)
const selectPaymentForUpdate = preparedStatement((db, param: OrderParams) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, param('orderId')))
    .for('update'),
)
const selectIntentForUpdate = preparedStatement((db, param: IntentParams) =>
  db
    .select()
    .from(intents)
    .where(eq(intents.id, param('intentId')))
    .for('update'),
)
const selectAnyRefund = preparedStatement((db, param: IntentParams) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.intentId, param('intentId')))
    .limit(1),
)
const selectProviderCustomers = preparedStatement((db, param: Params<{ customerId: string }>) =>
  db
    .select()
    .from(providerCustomers)
    .where(eq(providerCustomers.customerId, param('customerId'))),
)

export async function getPayment(db: DbOrTx, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await selectPayment(db, { orderId })
  return row
}

/** Lock order: subscription, order, payment, schedule (docs/decisions/011-lock-order.md). */
export async function lockPayment(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await selectPaymentForUpdate(tx, { orderId })
  return row
}

export async function lockIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  const [row] = await selectIntentForUpdate(tx, { intentId })
  return row
}

/** Locks the intent. Returns whether it was refunded before its order was placed. */
export async function isRefundedBeforeOrder(tx: Tx, intentId: string): Promise<boolean> {
  const [, rows] = await pipelined(lockIntent(tx, intentId), selectAnyRefund(tx, { intentId }))
  return rows.length > 0
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

/** The order's present intent and how many it has had, as of one moment. */
export async function readRound(
  db: DbOrTx,
  orderId: string,
): Promise<{ round: number; intentId: string | null }> {
  const [row] = await db
    .select({ round: count(intents.id), intentId: payments.intentId })
    .from(payments)
    .leftJoin(intents, eq(intents.orderId, payments.orderId))
    .where(eq(payments.orderId, orderId))
    .groupBy(payments.orderId, payments.intentId)
  return row ?? { round: 0, intentId: null }
}

/** Returns the customer's id in the current provider account; ignores other accounts and modes. */
export async function findCustomerRef(
  db: DbOrTx,
  customerId: string,
  account: string | undefined,
): Promise<string | undefined> {
  const rows = await selectProviderCustomers(db, { customerId })
  const own = rows.find((row) => row.account === account)
  return (own ?? rows.find((row) => isSameAccount(row.account, account)))?.customerRef
}

/**
 * Unpaid orders whose webhook may be lost: never checked first, then the least recently checked.
 * Includes payments that are set aside, because they can be refunded or disputed at the provider.
 */
export function paymentsToCheck(
  db: DbOrTx,
  { checkedBefore, setAsideCheckedBefore }: { checkedBefore: Date; setAsideCheckedBefore: Date },
  limit: number,
) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(payments)
    .where(
      and(
        inArray(payments.status, OPEN),
        isNotNull(payments.intentId),
        isNull(payments.settleRetryAt),
        or(isNull(payments.checkedAt), lt(payments.checkedAt, checkedBefore)),
        or(
          isNull(payments.setAsideAt),
          isNull(payments.checkedAt),
          lt(payments.checkedAt, setAsideCheckedBefore),
        ),
      ),
    )
    .orderBy(sql`${payments.checkedAt} asc nulls first`)
    .limit(limit)
}

/** Payments that succeeded but could not be applied, and whose next retry is due. */
export function settlementsToRetry(db: DbOrTx, now: Date, limit: number) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(payments)
    .where(lte(payments.settleRetryAt, now))
    .orderBy(asc(payments.settleRetryAt))
    .limit(limit)
}

/**
 * Deliveries whose retries are exhausted, but which the customer may still pay by hand. Without
 * this check, such a payment would go unnoticed if its webhook is lost. Limited to the lifetime of
 * a payment page.
 */
export function failedPaymentsToCheck(
  db: DbOrTx,
  checkedBefore: Date,
  touchedSince: Date,
  limit: number,
) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(intents)
    .innerJoin(payments, eq(payments.intentId, intents.id))
    .where(
      and(
        isNull(intents.closedAt),
        eq(payments.status, 'failed'),
        eq(payments.kind, 'cycle'),
        isNull(payments.settleRetryAt),
        isNull(payments.setAsideAt),
        gt(payments.updatedAt, touchedSince),
        or(isNull(payments.checkedAt), lt(payments.checkedAt, checkedBefore)),
      ),
    )
    .orderBy(asc(payments.updatedAt))
    .limit(limit)
}

/** A pay link has its own end (rule 38); other orders end after the unpaid lifetime. */
const isExpired = (createdBefore: Date, now: Date) =>
  or(
    lte(payments.expiresAt, now),
    and(isNull(payments.expiresAt), lt(payments.createdAt, createdBefore)),
  )

type ExpiryTimes = { createdBefore: Date; now: Date }

/**
 * Open intents past the unpaid lifetime. A checkout form may be open for a day before its order is
 * placed, so the order's own creation time must be past it as well.
 */
export function staleIntents(db: DbOrTx, { createdBefore, now }: ExpiryTimes, limit: number) {
  return db
    .select({ id: intents.id, orderId: intents.orderId })
    .from(intents)
    .leftJoin(payments, eq(payments.intentId, intents.id))
    .where(
      and(
        isNull(intents.closedAt),
        isNotCycle,
        isNull(payments.setAsideAt),
        or(isNotNull(payments.expiresAt), lt(intents.createdAt, createdBefore)),
        or(isNull(payments.createdAt), isExpired(createdBefore, now)),
      ),
    )
    .orderBy(asc(intents.createdAt))
    .limit(limit)
}

/** Unpaid orders that have no open intent left. */
export function paymentsWithoutIntent(
  db: DbOrTx,
  { createdBefore, now }: ExpiryTimes,
  limit: number,
) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(payments)
    .leftJoin(intents, eq(intents.id, payments.intentId))
    .where(
      and(
        eq(payments.status, 'pending'),
        isNotCycle,
        or(isNull(payments.intentId), isNotNull(intents.closedAt)),
        isExpired(createdBefore, now),
      ),
    )
    .limit(limit)
}
