import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { depositCounts } from '#server/modules/deposits/tables.ts'
import { bottleHolders, bottleMovements, bottleRoutes } from './tables.ts'

type Finding = { rule: 'rule 42' | 'rule 61'; id: string; what: string }

/** Rule 42: deposits have a copy of each count that was opened. */
export async function wrongDepositCounts(db: DbOrTx): Promise<Finding[]> {
  const holders = db
    .select({ id: bottleHolders.holderId, bottles: bottleHolders.bottles })
    .from(bottleHolders)
    // A row without a movement is only a lock.
    .where(and(eq(bottleHolders.holder, 'customer'), isNotNull(bottleHolders.movedAt)))
    .as('holders')
  const rows = await db
    .select({
      id: sql<string>`coalesce(${holders.id}, ${depositCounts.customerId})`,
      stored: depositCounts.bottles,
      bottles: holders.bottles,
    })
    .from(holders)
    .fullJoin(depositCounts, eq(depositCounts.customerId, holders.id))
    .where(sql`${depositCounts.bottles} is distinct from ${holders.bottles}`)
  return rows.map(({ id, stored, bottles }) => ({
    rule: 'rule 42',
    id,
    what: `${stored ?? 'no'} bottles in the count for deposits, but ${bottles ?? 'none'} in the ledger`,
  }))
}

const parts = ['loaded', 'left', 'taken', 'returned', 'corrected'] as const
type Part = (typeof parts)[number]

/** Rule 61: what a route loaded, left, took and returned is the sum of its movements. */
export async function wrongRoutes(db: DbOrTx): Promise<Finding[]> {
  const sums = sumRoutes(db)
  const stored = (part: Part) => sql`coalesce(${bottleRoutes[part]}, 0)`
  const summed = (part: Part) => sql`coalesce(${sums[part]}, 0)`
  const list = (value: (part: Part) => SQL) =>
    sql<string>`concat_ws('/', ${sql.join(parts.map(value), sql`, `)})`
  const rows = await db
    .select({
      id: sql<string>`coalesce(${bottleRoutes.routeId}, ${sums.routeId})`,
      stored: list(stored),
      summed: list(summed),
    })
    .from(bottleRoutes)
    .fullJoin(
      sums,
      sql`${sums.routeId} = ${bottleRoutes.routeId} and ${sums.kind} = ${bottleRoutes.kind}`,
    )
    .where(or(...parts.map((part) => sql`${stored(part)} <> ${summed(part)}`)))
  return rows.map(({ id, stored, summed }) => ({
    rule: 'rule 61',
    id,
    what: `${stored} bottles loaded, left, taken, returned and corrected, but the movements add up to ${summed}`,
  }))
}

function sumRoutes(db: DbOrTx) {
  const { routeId, kind, cause, quantity, from, to, reverses, date } = bottleMovements
  const n = sql`case when ${reverses} is null then ${quantity} else -${quantity} end`
  // A reversal counts against the column of what it reverses.
  const isOut = sql`(${from} = 'truck') = (${reverses} is null)`
  const sumWhere = (part: Part, value: SQL, filter: SQL) =>
    sql<number>`coalesce(sum(${value}) filter (where ${filter}), 0)`.as(`sum_${part}`)
  return db
    .select({
      routeId,
      kind,
      loaded: sumWhere('loaded', n, sql`${cause} = 'loaded'`),
      left: sumWhere('left', n, sql`${cause} = 'delivered' and ${isOut}`),
      taken: sumWhere('taken', n, sql`${cause} = 'delivered' and not (${isOut})`),
      returned: sumWhere('returned', n, sql`${cause} = 'returned'`),
      corrected: sumWhere(
        'corrected',
        sql`case when ${isOut} then ${n} else -(${n}) end`,
        sql`${cause} = 'correction'`,
      ),
    })
    .from(bottleMovements)
    .where(sql`${routeId} is not null and ${date} is not null and 'truck' in (${from}, ${to})`)
    .groupBy(routeId, kind)
    .as('sums')
}
