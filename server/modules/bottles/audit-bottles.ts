import { eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { wrongDepositCounts, wrongRoutes } from './audit-copies.ts'
import { auditReturnedDeposits } from './audit-returned-deposits.ts'
import { bottleBalances, bottleHolders, bottleMovements } from './tables.ts'

export type BottleAudit = {
  findings: { rule: 'rule 42' | 'rule 60' | 'rule 61'; id: string; what: string }[]
  /** Bottles at customers' places. */
  atCustomers: number
}

/**
 * Rule 60: every balance is the sum of its movements. PostgreSQL compares them. Rules 42 and 61: the
 * copies that deposits and routes have are the same. Read-only.
 */
export async function auditBottles(db: DbOrTx): Promise<BottleAudit> {
  const findings = [
    ...(await wrongBalances(db)),
    ...(await wrongHolders(db)),
    ...(await wrongRoutes(db)),
    ...(await wrongDepositCounts(db)),
    ...(await auditReturnedDeposits(db)),
  ]
  const [total] = await db
    .select({ bottles: sql<number>`coalesce(sum(${bottleHolders.bottles}), 0)::bigint` })
    .from(bottleHolders)
    .where(eq(bottleHolders.holder, 'customer'))
  return { findings, atCustomers: total?.bottles ?? 0 }
}

const NO_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Selects both holders of every movement. */
const sides = (db: DbOrTx) =>
  db
    .select({
      holder: sql<string>`${bottleMovements.from}`.as('side'),
      holderId: sql<string>`coalesce(${bottleMovements.fromId}, ${NO_ID})`.as('side_id'),
      kind: bottleMovements.kind,
      state: bottleMovements.state,
      n: sql<number>`-${bottleMovements.quantity}`.as('n'),
    })
    .from(bottleMovements)
    .unionAll(
      db
        .select({
          holder: sql<string>`${bottleMovements.to}`.as('side'),
          holderId: sql<string>`coalesce(${bottleMovements.toId}, ${NO_ID})`.as('side_id'),
          kind: bottleMovements.kind,
          state: bottleMovements.state,
          n: sql<number>`${bottleMovements.quantity}`.as('n'),
        })
        .from(bottleMovements),
    )
    .as('sides')

async function wrongBalances(db: DbOrTx): Promise<BottleAudit['findings']> {
  const side = sides(db)
  const sumWhere = (state: 'full' | 'empty' | 'damaged') =>
    sql<number>`coalesce(sum(${side.n}) filter (where ${side.state} = ${state}), 0)::bigint`.as(
      `sum_${state}`,
    )
  const sums = db
    .select({
      holder: side.holder,
      holderId: side.holderId,
      kind: side.kind,
      full: sumWhere('full'),
      empty: sumWhere('empty'),
      damaged: sumWhere('damaged'),
    })
    .from(side)
    .groupBy(side.holder, side.holderId, side.kind)
    .as('sums')
  const stored = (part: 'full' | 'empty' | 'damaged') =>
    sql<number>`coalesce(${bottleBalances[part]}, 0)`
  const summed = (part: 'full' | 'empty' | 'damaged') => sql<number>`coalesce(${sums[part]}, 0)`
  const rows = await db
    .select({
      holder: sql<string>`coalesce(${bottleBalances.holder}, ${sums.holder})`,
      id: sql<string>`coalesce(${bottleBalances.holderId}, ${sums.holderId})`,
      stored: sql<string>`concat_ws('/', ${stored('full')}, ${stored('empty')}, ${stored('damaged')})`,
      summed: sql<string>`concat_ws('/', ${summed('full')}, ${summed('empty')}, ${summed('damaged')})`,
    })
    .from(bottleBalances)
    .fullJoin(
      sums,
      sql`${sums.holder} = ${bottleBalances.holder} and ${sums.holderId} = ${bottleBalances.holderId}
        and ${sums.kind} = ${bottleBalances.kind}`,
    )
    .where(
      sql`(${stored('full')}, ${stored('empty')}, ${stored('damaged')})
        <> (${summed('full')}, ${summed('empty')}, ${summed('damaged')})`,
    )
  return rows.map(({ holder, id, ...row }) => ({
    rule: 'rule 60',
    id,
    what: `${holder} has ${row.stored} full, empty and damaged bottles, but the movements add up to ${row.summed}`,
  }))
}

async function wrongHolders(db: DbOrTx): Promise<BottleAudit['findings']> {
  const sums = db
    .select({
      holder: bottleBalances.holder,
      holderId: bottleBalances.holderId,
      bottles:
        sql<number>`sum(${bottleBalances.full} + ${bottleBalances.empty} + ${bottleBalances.damaged})::bigint`.as(
          'sum_bottles',
        ),
    })
    .from(bottleBalances)
    .groupBy(bottleBalances.holder, bottleBalances.holderId)
    .as('sums')
  const bottles = sql<number>`coalesce(${sums.bottles}, 0)`
  const rows = await db
    .select({
      id: sql<string>`coalesce(${bottleHolders.holderId}, ${sums.holderId})`,
      stored: bottleHolders.bottles,
      bottles,
    })
    .from(bottleHolders)
    .fullJoin(
      sums,
      sql`${sums.holder} = ${bottleHolders.holder} and ${sums.holderId} = ${bottleHolders.holderId}`,
    )
    .where(sql`${bottleHolders.bottles} is distinct from ${bottles}`)
  return rows.map(({ id, stored, bottles }) => ({
    rule: 'rule 60',
    id,
    what: `${stored ?? 'no'} bottles in the list of holders, but ${bottles} by kind`,
  }))
}
