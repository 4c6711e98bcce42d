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

const payment = preparedStatement((db, param: OrderParams) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, param('orderId'))),
)
const lockedPayment = preparedStatement((db, param: OrderParams) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, param('orderId')))
    .for('update'),
)
const lockedIntent = preparedStatement((db, param: IntentParams) =>
  db
    .select()
    .from(intents)
    .where(eq(intents.id, param('intentId')))
    .for('update'),
)
const anyRefund = preparedStatement((db, param: IntentParams) =>
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
  const [row] = await payment(db, { orderId })
  return row
}

/** Rows are locked in one order everywhere (docs/decisions/011-lock-order.md): subscription, order, payment, schedule. */
export async function lockPayment(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await lockedPayment(tx, { orderId })
  return row
}

export async function lockIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  const [row] = await lockedIntent(tx, { intentId })
  return row
}

/** Locks the intent, and tells whether its money was sent back before an order could claim it. */
export async function isRefundedBeforeOrder(tx: Tx, intentId: string): Promise<boolean> {
  const [, rows] = await pipelined(lockIntent(tx, intentId), anyRefund(tx, { intentId }))
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

/** As the provider's present account knows them; a row of another account or mode is none. */
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
 * Placed orders whose money may have come without a word: never asked, then longest unasked. What is
 * set aside is asked about as well: it may be refunded or disputed at the provider meanwhile.
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

/** Payments that succeeded and could not be applied, whose next try is due. */
export function settlementsToRetry(db: DbOrTx, now: Date, limit: number) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(payments)
    .where(lte(payments.settleRetryAt, now))
    .orderBy(asc(payments.settleRetryAt))
    .limit(limit)
}

/**
 * Deliveries that we stopped asking money for, but whose customer may still pay by hand: nobody else
 * would notice money whose message got lost. Looked at while a page to pay may be open somewhere.
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

/**
 * Intents of which nothing has come for so long that nothing will. A form may stand open for a day
 * before its order is placed: from then on the order's own time counts.
 */
export function staleIntents(db: DbOrTx, createdBefore: Date, limit: number) {
  return db
    .select({ id: intents.id, orderId: intents.orderId })
    .from(intents)
    .leftJoin(payments, eq(payments.intentId, intents.id))
    .where(
      and(
        isNull(intents.closedAt),
        isNotCycle,
        isNull(payments.setAsideAt),
        lt(intents.createdAt, createdBefore),
        or(isNull(payments.createdAt), lt(payments.createdAt, createdBefore)),
      ),
    )
    .orderBy(asc(intents.createdAt))
    .limit(limit)
}

/** Orders that nobody paid and that have no intent left to be paid by. */
export function paymentsWithoutIntent(db: DbOrTx, createdBefore: Date, limit: number) {
  return db
    .select({ orderId: payments.orderId, intentId: payments.intentId })
    .from(payments)
    .leftJoin(intents, eq(intents.id, payments.intentId))
    .where(
      and(
        eq(payments.status, 'pending'),
        isNotCycle,
        or(isNull(payments.intentId), isNotNull(intents.closedAt)),
        lt(payments.createdAt, createdBefore),
      ),
    )
    .limit(limit)
}
