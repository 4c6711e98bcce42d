import { and, asc, eq, getTableColumns, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock } from '#server/runtime.ts'
import type { CycleRow } from './queries.ts'
import { cycles } from './tables.ts'

/** Writes of the engine to a cycle. The statements run for each of a day's thousands of charges. */

type ClaimParams = { now: Date; lease: string; leasedUntil: Date }

export const claimDueCycle = preparedStatement((db, param: Params<ClaimParams>) => {
  // A CTE is evaluated once; as a subquery it could claim more than one row.
  const due = db.$with('due').as(
    db
      .select({ subscriptionId: cycles.subscriptionId, cycle: cycles.cycle })
      .from(cycles)
      .where(
        and(
          lte(cycles.dueAt, param('now')),
          or(isNull(cycles.leasedUntil), lt(cycles.leasedUntil, param('now'))),
        ),
      )
      .orderBy(asc(cycles.dueAt))
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(due)
    .update(cycles)
    .set({ lease: param('lease'), leasedUntil: param('leasedUntil') })
    .from(due)
    .where(and(eq(cycles.subscriptionId, due.subscriptionId), eq(cycles.cycle, due.cycle)))
    .returning(getTableColumns(cycles))
})

/** Changes a claimed cycle, unless the lease expired and another worker claimed it. */
export async function updateClaimedCycle(
  db: Db,
  { clock }: { clock: Clock },
  { subscriptionId, cycle, lease }: CycleRow,
  change: Partial<CycleRow>,
): Promise<void> {
  await db
    .update(cycles)
    .set({ ...change, updatedAt: clock.now() })
    .where(
      and(
        eq(cycles.subscriptionId, subscriptionId),
        eq(cycles.cycle, cycle),
        lease ? eq(cycles.lease, lease) : undefined,
      ),
    )
}

type CycleUpdateParams = Params<{ subscriptionId: string; cycle: number; now: Date }>

export const markCycleCharging = preparedStatement((db, param: CycleUpdateParams) =>
  db
    .update(cycles)
    .set({ status: 'charging', updatedAt: param('now') })
    .where(
      and(eq(cycles.subscriptionId, param('subscriptionId')), eq(cycles.cycle, param('cycle'))),
    ),
)

export const markCyclePaid = preparedStatement((db, param: CycleUpdateParams) =>
  db
    .update(cycles)
    .set({ status: 'paid', reason: null, dueAt: null, leasedUntil: null, updatedAt: param('now') })
    .where(
      and(eq(cycles.subscriptionId, param('subscriptionId')), eq(cycles.cycle, param('cycle'))),
    ),
)
