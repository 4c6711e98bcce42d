import { and, desc, eq, gt, isNotNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { DepositRule } from '#contract/pricing.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { orderDeposits } from './order-deposits.ts'
import type { BottleBalance } from './rules.ts'
import { depositCounts, depositOpenings, depositReturns } from './tables.ts'

type CustomerParam = Params<{ customerId: string }>

const total = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)::int`

const selectPaid = preparedStatement((db, param: CustomerParam) => {
  const deposits = orderDeposits(db, eq(orders.customerId, param('customerId')))
  return db
    .select({ bottles: total(deposits.bottles), cents: total(deposits.cents) })
    .from(deposits)
})

const selectReturned = preparedStatement((db, param: CustomerParam) =>
  db
    .select({
      bottles: total(depositReturns.bottles),
      cents: total(depositReturns.cents),
      withoutDeposit: total(depositReturns.bottlesWithoutDeposit),
    })
    .from(depositReturns)
    .where(eq(depositReturns.customerId, param('customerId'))),
)

const selectOpening = preparedStatement((db, param: CustomerParam) =>
  db
    .select({
      bottles: total(depositOpenings.bottles),
      cents: total(depositOpenings.cents),
      bottlesHeld: total(depositOpenings.bottlesHeld),
    })
    .from(depositOpenings)
    .where(eq(depositOpenings.customerId, param('customerId'))),
)

const selectCounted = preparedStatement((db, param: CustomerParam) =>
  db
    .select({ bottles: depositCounts.bottles })
    .from(depositCounts)
    .where(eq(depositCounts.customerId, param('customerId'))),
)

/** A customer's opening balance, the deposits charged and those refunded. */
export async function readTotals(db: DbOrTx, customerId: string) {
  const [paid] = await selectPaid(db, { customerId })
  const [opening] = await selectOpening(db, { customerId })
  const [returned] = await selectReturned(db, { customerId })
  const none = { bottles: 0, cents: 0 }
  return {
    opening: opening ?? { ...none, bottlesHeld: 0 },
    paid: paid ?? none,
    returned: returned ?? { ...none, withoutDeposit: 0 },
  }
}

/**
 * The bottles that a customer has on deposit. Never negative, also if an order is refunded later.
 * Bottles that were counted at the door are held; until then, those of the import, and never fewer
 * than are on deposit.
 */
export async function readBalance(db: DbOrTx, customerId: string): Promise<BottleBalance> {
  const { opening, paid, returned } = await readTotals(db, customerId)
  const left = (part: 'bottles' | 'cents') =>
    Math.max(0, opening[part] + paid[part] - returned[part])
  const bottles = left('bottles')
  const [counted] = await selectCounted(db, { customerId })
  if (counted) return { bottles, cents: left('cents'), bottlesHeld: Math.max(0, counted.bottles) }
  const bottlesHeld = Math.max(
    bottles,
    opening.bottlesHeld - returned.bottles - returned.withoutDeposit,
  )
  return { bottles, cents: left('cents'), bottlesHeld }
}

/**
 * Deposits of deliveries that are ordered ahead and will be charged. Otherwise two subscriptions of
 * an imported customer would both carry the deposit of the same bottles.
 */
const selectOrderedAhead = preparedStatement(
  (db, param: Params<{ customerId: string; exceptOrderId: string }>) =>
    db
      .select({ bottles: total(orders.depositBottles) })
      .from(orders)
      .where(
        and(
          eq(orders.customerId, param('customerId')),
          sql`${orders.depositBottles} > 0`,
          eq(orders.status, 'pending'),
          isNotNull(orders.parentOrderId),
          eq(orders.hasFailedPayment, false),
          ne(orders.id, param('exceptOrderId')),
        ),
      ),
)

type DepositShop = { depositCents: number; isDepositTaxable: boolean }

/**
 * The deposit that an order carries. Someone who is not known to be the customer pays it for every
 * bottle. Reads nothing while the shop charges no deposit.
 */
export async function findDeposit(
  db: DbOrTx,
  { depositCents, isDepositTaxable }: DepositShop,
  customerId: string | null | undefined,
  /** The order that is priced again. */
  orderId?: string | null,
): Promise<DepositRule | undefined> {
  if (depositCents === 0) return undefined
  const rule = { bottleCents: depositCents, bottlesOnDeposit: 0, isTaxable: isDepositTaxable }
  if (!customerId) return rule
  const { bottles: bottlesOnDeposit, bottlesHeld } = await readBalance(db, customerId)
  if (bottlesHeld <= bottlesOnDeposit) return { ...rule, bottlesOnDeposit }
  const [ahead] = await selectOrderedAhead(db, { customerId, exceptOrderId: orderId ?? NO_ORDER })
  return { ...rule, bottlesHeld, bottlesOnDeposit: bottlesOnDeposit + (ahead?.bottles ?? 0) }
}

const NO_ORDER = '00000000-0000-4000-8000-000000000000'

/** Orders that carried a deposit and returns, the latest first. */
export async function listMovements(db: DbOrTx, customerId: string) {
  const deposits = orderDeposits(db, eq(orders.customerId, customerId))
  const charged = await db
    .select()
    .from(deposits)
    .where(gt(deposits.bottles, 0))
    .orderBy(desc(deposits.at))
    .limit(MAX_LISTED)
  const returned = await db
    .select()
    .from(depositReturns)
    .where(eq(depositReturns.customerId, customerId))
    .orderBy(desc(depositReturns.at))
    .limit(MAX_LISTED)
  const opening = await db
    .select()
    .from(depositOpenings)
    .where(eq(depositOpenings.customerId, customerId))
    .orderBy(desc(depositOpenings.at))
    .limit(MAX_LISTED)
  return { charged, returned, opening }
}

const MAX_LISTED = 50
