import { and, desc, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { countBottles } from './queries.ts'
import { type CountedVisit, computePace, type Pace } from './rules.ts'
import { bottleMovements } from './tables.ts'

/** Rule 48: how fast these customers empty bottles, of those with enough counted visits. */
export async function readPaces(
  db: DbOrTx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Pace>> {
  if (customerIds.length === 0) return new Map()
  const visits = groupBy(await findVisits(db, customerIds), ({ customerId }) => customerId)
  const paces = new Map<string, Pace>()
  for (const { customerId, bottles } of await countBottles(db, [...visits.keys()])) {
    const pace = computePace(visits.get(customerId) ?? [], bottles)
    if (pace) paces.set(customerId, pace)
  }
  return paces
}

/** By customer and date: two orders at one door are one visit. Reversed movements are left out. */
function findVisits(
  db: DbOrTx,
  customerIds: readonly string[],
): Promise<(CountedVisit & { customerId: string })[]> {
  const { from, fromId, to, toId, date, state, quantity } = bottleMovements
  const reversal = alias(bottleMovements, 'reversal')
  const customerId = sql<string>`case when ${to} = 'customer' then ${toId} else ${fromId} end`
  return db
    .select({
      customerId,
      date: sql<string>`${date}::text`,
      emptied: sql<number>`coalesce(sum(${quantity}) filter
        (where ${from} = 'customer' and ${state} = 'empty'), 0)::int`,
    })
    .from(bottleMovements)
    .where(
      and(
        or(
          and(eq(to, 'customer'), inArray(toId, [...customerIds])),
          and(eq(from, 'customer'), inArray(fromId, [...customerIds])),
        ),
        eq(bottleMovements.cause, 'delivered'),
        isNull(bottleMovements.reverses),
        sql`${date} is not null`,
        notExists(
          db
            .select({ id: reversal.id })
            .from(reversal)
            .where(eq(reversal.reverses, bottleMovements.id)),
        ),
      ),
    )
    .groupBy(sql`1`, date)
    .orderBy(sql`1`, desc(date))
}
