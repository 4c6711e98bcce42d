import { and, asc, eq, getTableColumns, isNull, lt, lte, or } from 'drizzle-orm'
import { chargeCycle } from './charge-cycle.ts'
import type { SubscriptionDeps } from './deps.ts'
import type { CycleRow } from './queries.ts'
import { reconcileGap } from './reconcile-gap.ts'
import { cycles } from './tables.ts'

/** Longer than the provider's two answers may take, so a lease outlives the calls that it covers. */
const LEASE_MS = 3 * 60_000
const AT_ONCE = 24

/**
 * R1: charges whatever is due. Any number of processes may run it: a cycle is leased to one worker,
 * and a worker that sleeps past its lease can still only confirm the cycle's one intent.
 */
export async function chargeDue(deps: SubscriptionDeps): Promise<void> {
  await reconcileGap(deps)
  let working = 0
  // Each one that finds work calls one more to help: a minute without any costs one look.
  const work = async (): Promise<void> => {
    working += 1
    let help: Promise<void> | undefined
    for (let cycle = await claim(deps); cycle; cycle = await claim(deps)) {
      if (!help && working < AT_ONCE) {
        help = work()
        // Heard below, once this one has done its own part.
        help.catch(() => {})
      }
      await attempt(deps, cycle)
    }
    await help
  }
  await work()
}

async function claim({ db, clock, random }: SubscriptionDeps): Promise<CycleRow | undefined> {
  const now = clock.now()
  // In a part of its own, which PostgreSQL looks at once: it must not claim more than one.
  const due = db.$with('due').as(
    db
      .select({ subscriptionId: cycles.subscriptionId, cycle: cycles.cycle })
      .from(cycles)
      .where(
        and(lte(cycles.dueAt, now), or(isNull(cycles.leasedUntil), lt(cycles.leasedUntil, now))),
      )
      .orderBy(asc(cycles.dueAt))
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  const [claimed] = await db
    .with(due)
    .update(cycles)
    .set({ lease: random.uuid(), leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .from(due)
    .where(and(eq(cycles.subscriptionId, due.subscriptionId), eq(cycles.cycle, due.cycle)))
    .returning(getTableColumns(cycles))
  return claimed
}

/** One delivery's trouble must not keep the others waiting; its lease runs out, and it is due still. */
async function attempt(deps: SubscriptionDeps, cycle: CycleRow): Promise<void> {
  try {
    await chargeCycle(deps, cycle)
  } catch (err) {
    const { subscriptionId, cycle: number } = cycle
    deps.log.error({ subscriptionId, cycle: number, err }, 'delivery not charged this time')
  }
}
