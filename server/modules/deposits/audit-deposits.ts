import { eq, isNotNull, isNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { creditEntries } from '#server/modules/credit/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orderDeposits } from './order-deposits.ts'
import type { DepositBalance } from './rules.ts'
import { depositOpenings, depositReturns } from './tables.ts'

export type DepositAudit = {
  findings: { rule: 'rule 42'; id: string; what: string }[]
  /** The shop's debt for bottles that are still with customers. */
  liability: DepositBalance
}

const total = (column: SQLWrapper, name: string) =>
  sql<number>`coalesce(sum(${column}), 0)::bigint`.as(name)

const returnsByCustomer = (db: DbOrTx) =>
  db
    .select({
      customerId: depositReturns.customerId,
      bottles: total(depositReturns.bottles, 'returned_bottles'),
      cents: total(depositReturns.cents, 'returned_cents'),
    })
    .from(depositReturns)
    .where(isNotNull(depositReturns.customerId))
    .groupBy(depositReturns.customerId)
    .as('returned')

/** Rule 67: what customers had on deposit at the import. */
const openingsByCustomer = (db: DbOrTx) =>
  db
    .select({
      customerId: depositOpenings.customerId,
      bottles: total(depositOpenings.bottles, 'opening_bottles'),
      cents: total(depositOpenings.cents, 'opening_cents'),
    })
    .from(depositOpenings)
    .where(isNotNull(depositOpenings.customerId))
    .groupBy(depositOpenings.customerId)
    .as('opening')

/** Rule 42: a liability, apart from revenue. Erased customers can no longer claim theirs. */
export async function depositLiability(db: DbOrTx): Promise<DepositBalance> {
  const perOrder = orderDeposits(db, isNotNull(orders.customerId))
  const paid = db
    .select({
      customerId: perOrder.customerId,
      bottles: total(perOrder.bottles, 'bottles'),
      cents: total(perOrder.cents, 'cents'),
    })
    .from(perOrder)
    .groupBy(perOrder.customerId)
    .as('by_customer')
  const opening = openingsByCustomer(db)
  const returned = returnsByCustomer(db)
  const left = (part: 'bottles' | 'cents') =>
    sql<number>`coalesce(sum(greatest(0, coalesce(${paid[part]}, 0) + coalesce(${opening[part]}, 0)
      - coalesce(${returned[part]}, 0))), 0)::bigint`
  const [row] = await db
    .select({ bottles: left('bottles'), cents: left('cents') })
    .from(paid)
    .fullJoin(opening, eq(opening.customerId, paid.customerId))
    .leftJoin(
      returned,
      eq(returned.customerId, sql`coalesce(${paid.customerId}, ${opening.customerId})`),
    )
  return { bottles: Number(row?.bottles ?? 0), cents: Number(row?.cents ?? 0) }
}

/**
 * Rule 42: no one returned more bottles than their paid or invoiced orders carried and the import
 * added, and every return has its entry in the credit ledger. Read-only.
 */
export async function auditDeposits(db: Db): Promise<DepositAudit> {
  const findings = [...(await returnsBeyondOrders(db)), ...(await returnsWithoutCredit(db))]
  return { findings, liability: await depositLiability(db) }
}

async function returnsBeyondOrders(db: Db): Promise<DepositAudit['findings']> {
  const charged = db
    .select({
      customerId: orders.customerId,
      bottles: total(orders.depositBottles, 'charged_bottles'),
      cents: total(orders.depositCents, 'charged_cents'),
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      sql`${orders.depositBottles} > 0
        and (${payments.paidAt} is not null or ${payments.kind} = 'tender')`,
    )
    .groupBy(orders.customerId)
    .as('charged')
  const returned = returnsByCustomer(db)
  const opening = openingsByCustomer(db)
  const chargedBottles = sql<number>`coalesce(${charged.bottles}, 0) + coalesce(${opening.bottles}, 0)`
  const chargedCents = sql<number>`coalesce(${charged.cents}, 0) + coalesce(${opening.cents}, 0)`
  const rows = await db
    .select({
      customerId: returned.customerId,
      bottles: returned.bottles,
      cents: returned.cents,
      chargedBottles,
      chargedCents,
    })
    .from(returned)
    .leftJoin(charged, eq(charged.customerId, returned.customerId))
    .leftJoin(opening, eq(opening.customerId, returned.customerId))
    .where(
      or(sql`${returned.bottles} > ${chargedBottles}`, sql`${returned.cents} > ${chargedCents}`),
    )
  return rows.map((row) => ({
    rule: 'rule 42',
    id: row.customerId ?? '',
    what: `${row.bottles} bottles and ${row.cents} cents returned, but ${row.chargedBottles} and ${row.chargedCents} on paid orders`,
  }))
}

async function returnsWithoutCredit(db: Db): Promise<DepositAudit['findings']> {
  const rows = await db
    .select({ id: depositReturns.id, cents: depositReturns.cents, credited: creditEntries.cents })
    .from(depositReturns)
    .leftJoin(creditEntries, eq(creditEntries.dedupeKey, sql`'deposit:' || ${depositReturns.id}`))
    .where(
      or(
        ne(creditEntries.cents, depositReturns.cents),
        sql`${isNull(creditEntries.cents)} and ${depositReturns.cents} > 0`,
      ),
    )
  return rows.map(({ id, cents, credited }) => ({
    rule: 'rule 42',
    id,
    what: `${cents} cents of deposit returned, ${credited ?? 0} in the credit ledger`,
  }))
}
