import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { DepositRule } from '#contract/pricing.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { DepositBalance } from './rules.ts'
import { depositReturns } from './tables.ts'

/** Rule 42: only money that was paid and not refunded is on deposit. */
const isPaid = and(
  isNotNull(payments.paidAt),
  sql`${payments.refundedCents} + ${payments.creditRefundedCents} < ${payments.amountCents} + ${payments.creditCents}`,
)

const selectPaid = preparedStatement((db, param: Params<{ customerId: string }>) =>
  db
    .select({
      bottles: sql<number>`coalesce(sum(${orders.depositBottles}), 0)::int`,
      cents: sql<number>`coalesce(sum(${orders.depositCents}), 0)::int`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.customerId, param('customerId')), gt(orders.depositBottles, 0), isPaid)),
)

const selectReturned = preparedStatement((db, param: Params<{ customerId: string }>) =>
  db
    .select({
      bottles: sql<number>`coalesce(sum(${depositReturns.bottles}), 0)::int`,
      cents: sql<number>`coalesce(sum(${depositReturns.cents}), 0)::int`,
    })
    .from(depositReturns)
    .where(eq(depositReturns.customerId, param('customerId'))),
)

/** The bottles that a customer has on deposit. Never negative, also if an order is refunded later. */
export async function readBalance(db: DbOrTx, customerId: string): Promise<DepositBalance> {
  const [paid] = await selectPaid(db, { customerId })
  const [returned] = await selectReturned(db, { customerId })
  return {
    bottles: Math.max(0, (paid?.bottles ?? 0) - (returned?.bottles ?? 0)),
    cents: Math.max(0, (paid?.cents ?? 0) - (returned?.cents ?? 0)),
  }
}

type DepositShop = { depositCents: number; isDepositTaxable: boolean }

/**
 * The deposit that an order carries. Someone who is not known to be the customer pays it for every
 * bottle. Reads nothing while the shop charges no deposit.
 */
export async function findDeposit(
  db: DbOrTx,
  { depositCents, isDepositTaxable }: DepositShop,
  customerId: string | null | undefined,
): Promise<DepositRule | undefined> {
  if (depositCents === 0) return undefined
  const balance = customerId ? await readBalance(db, customerId) : undefined
  return {
    bottleCents: depositCents,
    bottlesOnDeposit: balance?.bottles ?? 0,
    isTaxable: isDepositTaxable,
  }
}

/** Orders that carried a deposit and returns, the latest first. */
export async function listMovements(db: DbOrTx, customerId: string) {
  const charged = await db
    .select({
      orderId: orders.id,
      bottles: orders.depositBottles,
      cents: orders.depositCents,
      at: payments.paidAt,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.customerId, customerId), gt(orders.depositBottles, 0), isPaid))
    .orderBy(desc(payments.paidAt))
    .limit(MAX_LISTED)
  const returned = await db
    .select()
    .from(depositReturns)
    .where(eq(depositReturns.customerId, customerId))
    .orderBy(desc(depositReturns.at))
    .limit(MAX_LISTED)
  return { charged, returned }
}

const MAX_LISTED = 50
