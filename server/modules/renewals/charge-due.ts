import {
  type CycleRow,
  claimDueCycle,
  type SubscriptionDeps,
} from '#server/modules/subscriptions/index.ts'
import { chargeCycle } from './charge-cycle.ts'
import { reconcileAfterDowntime } from './reconcile-after-downtime.ts'
import { engineHeartbeats } from './tables.ts'

/** Longer than two provider requests can take, so that a lease covers its requests. */
const LEASE_MS = 3 * 60_000
/** Charges mostly wait for the provider; more concurrency only adds contention. */
const CONCURRENCY = 8

/**
 * R1: charges all due cycles. Any number of processes can run it: a cycle is leased to one worker,
 * and a worker whose lease expired can still only confirm the cycle's single intent.
 */
export async function chargeDue(deps: SubscriptionDeps): Promise<void> {
  await reconcileAfterDowntime(deps)
  let workers = 0
  // A worker that finds a due cycle starts another one, so that an idle run costs one query.
  const work = async (): Promise<void> => {
    workers += 1
    let helper: Promise<void> | undefined
    for (let cycle = await next(deps); cycle; cycle = await next(deps)) {
      if (!helper && workers < CONCURRENCY) {
        helper = work()
        // Avoids an unhandled rejection; the error is rethrown by the await below.
        helper.catch(() => {})
      }
      await chargeOrLog(deps, cycle)
    }
    await helper
  }
  await work()
  await recordFinished(deps)
}

/** Records that a full run has finished, for monitoring. */
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
  const [claimed] = await claimDueCycle(db, { now, lease: random.uuid(), leasedUntil })
  return claimed
}

/** An error of one cycle must not block the others. Its lease expires and it is still due. */
async function chargeOrLog(deps: SubscriptionDeps, cycle: CycleRow): Promise<void> {
  try {
    await chargeCycle(deps, cycle)
  } catch (err) {
    const { subscriptionId, cycle: number } = cycle
    deps.log.error({ subscriptionId, cycle: number, err }, 'charging a delivery failed')
  }
}
