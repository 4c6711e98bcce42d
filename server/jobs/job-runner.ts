import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { connectionDefaults } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/runtime.ts'
import { type BackgroundJob, type CoalescedRun, coalesceRuns } from './background-job.ts'
import { finishesWithin } from './finishes-within.ts'

export type JobRunner = { stop(): Promise<void> }

/** Notified of every run that finished and of every run that exceeded its time limit. */
export type JobWatch = {
  finished(name: string): Promise<void>
  stalled(name: string): Promise<void>
}

type RunnerOptions = {
  url: string
  listener: Listener
  log: Log
  jobs: readonly BackgroundJob[]
  watch: JobWatch
  /** Overrides `query_timeout` in tests. */
  queryTimeoutMs?: number
}

/** The time limit of a job that has none of its own. */
export const LIMIT_MS = 15 * 60_000

/** After this time pg-boss expires a job that hangs, and another process may run it. */
const EXPIRES_SECONDS = 300

/** How long a stop waits for active runs; the next process finds unfinished rows in the tables. */
const STOP_GRACE_MS = 2_000

/** Starts the background jobs. pg-boss makes one of all processes run each job when its cron expression says so. */
export async function startJobs(options: RunnerOptions): Promise<JobRunner> {
  const { url, listener, log, jobs } = options
  const { queryTimeoutMs = connectionDefaults.query_timeout } = options
  const connection = { connectionString: url, max: 2, application_name: 'carboy jobs' }
  const timeouts = { ...connectionDefaults, query_timeout: queryTimeoutMs }
  const boss = new PgBoss({ ...connection, ...timeouts })
  boss.on('error', (err) => log.error({ err }, 'job queue failed'))
  await boss.start()

  const unsubscribes: (() => void)[] = []
  const runs: CoalescedRun[] = []
  for (const job of jobs) {
    const run = coalesceRuns(() => runWithLimit(job, options))
    runs.push(run)
    await boss.createQueue(job.name, {
      // At most one run is queued. It does not wait for an active run, whose process may have died.
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: EXPIRES_SECONDS,
    })
    await boss.work(job.name, { pollingIntervalSeconds: 5 }, run.now)
    await boss.schedule(job.name, job.cron)
    if (job.notifyChannel) unsubscribes.push(listener.on(job.notifyChannel, () => void run.now()))
    // Processes rows that became due while no process was running.
    void run.now()
  }
  return {
    async stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      // pg-boss does not record the first run and the runs started by a notification.
      const ended = Promise.all(runs.map((run) => run.end()))
      await Promise.race([ended, delay(STOP_GRACE_MS, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: STOP_GRACE_MS })
    },
  }
}

/**
 * A run that hangs, for example on a dead connection, must not block the next one. If it continues
 * later, leases and unique keys prevent the two runs from doing the same work.
 */
async function runWithLimit(job: BackgroundJob, { log, watch }: RunnerOptions): Promise<void> {
  const { name, limitMs = LIMIT_MS } = job
  let hasFailed = false
  const work = job.run().catch((err: unknown) => {
    hasFailed = true
    log.error({ job: name, err }, 'background job failed')
  })
  if (await finishesWithin(work, limitMs)) {
    if (!hasFailed) void watch.finished(name)
    return
  }
  log.error({ job: name, limitMs }, 'job exceeded its time limit, the next run may start')
  void watch.stalled(name)
}
