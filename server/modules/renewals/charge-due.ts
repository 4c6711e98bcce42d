import type { CycleRow, SubscriptionDeps } from '#server/modules/subscriptions/index.ts'
import { chargeCycle } from './charge-cycle.ts'
import { claimDue } from './charge-statements.ts'
import { reconcileAfterDowntime } from './reconcile-after-downtime.ts'
import { engineHeartbeats } from './tables.ts'

/** Longer than the provider's two answers may take, so a lease outlives the calls that it covers. */
const LEASE_MS = 3 * 60_000
/** They mostly wait for the provider; more at once would only stand in each other's way. */
const CONCURRENCY = 8

/**
 * R1: charges whatever is due. Any number of processes may run it: a cycle is leased to one worker,
 * and a worker that sleeps past its lease can still only confirm the cycle's one intent.
 */
export async function chargeDue(deps: SubscriptionDeps): Promise<void> {
  await reconcileAfterDowntime(deps)
  let working = 0
  // Each one that finds work calls one more to help: a minute without any costs one look.
  const work = async (): Promise<void> => {
    working += 1
    let help: Promise<void> | undefined
    for (let cycle = await next(deps); cycle; cycle = await next(deps)) {
      if (!help && working < CONCURRENCY) {
        help = work()
        // Heard below, once this one has done its own part.
        help.catch(() => {})
      }
      await chargeOrLog(deps, cycle)
    }
    await help
  }
  await work()
  await recordFinished(deps)
}

/** Tells whoever watches that a whole round of charges came to its end. */
async function recordFinished({ db, clock }: SubscriptionDeps): Promise<void> {
  const at = clock.now()
  await db
    .insert(engineHeartbeats)
    .values({ name: 'finished', at })
    .onConflictDoUpdate({ target: engineHeartbeats.name, set: { at } })
}

async function next(deps: SubscriptionDeps): Promise<CycleRow | undefined> {
  if (deps.yieldToPriorityWork) await deps.yieldToPriorityWork()
  return claim(deps)
}

async function claim({ db, clock, random }: SubscriptionDeps): Promise<CycleRow | undefined> {
  const now = clock.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const [claimed] = await claimDue(db, { now, lease: random.uuid(), leasedUntil })
  return claimed
}

/** One delivery's trouble must not keep the others waiting; its lease runs out, and it is due still. */
async function chargeOrLog(deps: SubscriptionDeps, cycle: CycleRow): Promise<void> {
  try {
    await chargeCycle(deps, cycle)
  } catch (err) {
    const { subscriptionId, cycle: number } = cycle
    deps.log.error({ subscriptionId, cycle: number, err }, 'charging a delivery failed')
  }
}
