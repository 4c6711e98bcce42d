import { availableParallelism } from 'node:os'
import { and, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PlanScope } from '#contract/routes/plans.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Clock, Log } from '#server/runtime.ts'
import { computePlan, type MeasurePoints } from './compute-plan.ts'
import type { PlanDay } from './problem/day.ts'
import { routePlans } from './tables.ts'

/** Plans that wait for the one that is computed; each keeps its day in memory. */
const MAX_WAITING = 4
const ALIVE_MS = 1_000
/** One core stays free for requests. */
const MAX_THREADS = 2

export type PlanJob = {
  id: string
  day: PlanDay
  scope: PlanScope
  seconds: number
  /** The threads count up from it, so that the same seed makes the same plan. */
  seed: number
}

export type Planner = {
  /** Throws if too many plans wait already. */
  assertRoom(): void
  enqueue(job: PlanJob): void
  cancel(id: string): void
  /** Cancels what is left, for a shutdown. */
  close(): Promise<void>
}

type PlannerDeps = {
  db: Db
  clock: Clock
  log: Log
  listener: Listener
  measurePoints: MeasurePoints
}

/** Computes plans one after the other in this process. Other processes compute their own. */
export function createPlanner(deps: PlannerDeps): Planner {
  const jobs = new Map<string, { job: PlanJob; controller: AbortController }>()
  let running: Promise<void> | undefined

  const runAll = async () => {
    for (const [id, { job, controller }] of jobs) {
      if (!controller.signal.aborted) await runJob(deps, job, controller)
      jobs.delete(id)
    }
    running = undefined
  }
  const cancel = (id: string) => jobs.get(id)?.controller.abort()
  const heartbeat = setInterval(() => {
    for (const id of jobs.keys()) void keepAlive(deps, id).catch(() => {})
  }, ALIVE_MS).unref()
  // Another process may have cancelled a plan that is computed here.
  const stopListening = deps.listener.on('carboy_plan', (payload) => {
    const [id = '', status] = payload?.split(' ') ?? []
    if (status && status !== 'computing') cancel(id)
  })
  return {
    assertRoom() {
      if (jobs.size > MAX_WAITING) throw new Failure('too_many_plans')
    },
    enqueue(job) {
      jobs.set(job.id, { job, controller: new AbortController() })
      running ??= runAll()
    },
    cancel,
    async close() {
      clearInterval(heartbeat)
      stopListening()
      const ids = [...jobs.keys()]
      for (const id of ids) cancel(id)
      await running
      for (const id of ids) {
        await finish(deps, id, { status: 'failed', problem: 'The server was restarted.' })
      }
    },
  }
}

async function runJob(deps: PlannerDeps, job: PlanJob, { signal }: AbortController): Promise<void> {
  const { id, day, scope, seconds, seed } = job
  let progress = 0
  const save = setInterval(() => void saveProgress(deps, id, progress).catch(() => {}), ALIVE_MS)
  try {
    const threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1))
    const computed = await computePlan(day, scope, {
      measurePoints: deps.measurePoints,
      seeds: Array.from({ length: threads }, (_, index) => seed + index),
      cpuSeconds: seconds,
      signal,
      onProgress: (used) => {
        progress = Math.max(progress, used)
      },
    })
    if (computed.status === 'cancelled') return
    if (computed.status === 'ready') {
      await finish(deps, id, { status: 'ready', progress: 1, result: computed.result })
      return
    }
    deps.log.error({ planId: id, problems: computed.problems.slice(0, 10) }, 'a plan failed')
    await finish(deps, id, { status: 'failed', problem: FAILED_TEXT })
  } catch (err) {
    deps.log.error({ err, planId: id }, 'a plan failed')
    await finish(deps, id, { status: 'failed', problem: FAILED_TEXT }).catch(() => {})
  } finally {
    clearInterval(save)
  }
}

const FAILED_TEXT = "We couldn't compute the plan. Try again."

type Outcome = Partial<typeof routePlans.$inferInsert>

/** A plan that was cancelled in the meantime stays cancelled. */
async function finish({ db }: PlannerDeps, id: string, outcome: Outcome): Promise<void> {
  await db
    .update(routePlans)
    .set(outcome)
    .where(and(eq(routePlans.id, id), eq(routePlans.status, 'computing')))
}

const saveProgress = (deps: PlannerDeps, id: string, progress: number) =>
  finish(deps, id, { progress })

const keepAlive = ({ db, clock }: PlannerDeps, id: string) =>
  db
    .update(routePlans)
    .set({
      aliveAt: sql`greatest(${routePlans.aliveAt}, ${clock.now().toISOString()}::timestamptz)`,
    })
    .where(and(eq(routePlans.id, id), eq(routePlans.status, 'computing')))
