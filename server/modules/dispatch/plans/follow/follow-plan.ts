import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PlanProgress } from '#contract/routes/plans.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Clock } from '#server/runtime.ts'
import { statusAt } from '../plan-status.ts'
import { routePlans } from '../tables.ts'

type FollowDeps = { db: Db; clock: Clock; listener: Listener }

/** Rule 50: sends how far a plan is, at first and whenever any process changed it. */
export async function followPlan(
  deps: FollowDeps,
  id: string,
  send: (message: PlanProgress) => void,
): Promise<() => void> {
  let isStopped = false
  let pending = Promise.resolve()
  const sendNow = async () => {
    const message = await readProgress(deps, id)
    if (!isStopped) send(message)
  }
  const stopListening = deps.listener.on('carboy_plan', (payload) => {
    // null means that the connection was lost, and notifications may have been missed.
    if (payload !== null && !payload.startsWith(id)) return
    // A failed read is no end: the next change is sent, and screens read the plan now and then.
    pending = pending.then(sendNow).catch(() => {})
  })
  const stop = () => {
    isStopped = true
    stopListening()
  }
  try {
    await sendNow()
  } catch (err) {
    stop()
    throw err
  }
  return stop
}

async function readProgress({ db, clock }: FollowDeps, id: string): Promise<PlanProgress> {
  const [row] = await db
    .select({
      status: routePlans.status,
      progress: routePlans.progress,
      createdAt: routePlans.createdAt,
      aliveAt: routePlans.aliveAt,
    })
    .from(routePlans)
    .where(eq(routePlans.id, id))
  if (!row) throw new Failure('not_found')
  const progress = Math.min(1, Math.max(0, row.progress))
  return { id, status: statusAt(row, clock.now()), progress }
}
