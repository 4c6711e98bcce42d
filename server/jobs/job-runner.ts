import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { aliveness } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/world.ts'
import { endsWithin } from './ends-within.ts'
import { oneAtATime, type Sweep, type SweepRun } from './sweep.ts'

export type JobRunner = { stop(): Promise<void> }

/** Hears of every run that came to its end, and of every one that was given up. */
export type JobWatch = {
  finished(name: string): Promise<void>
  stalled(name: string): Promise<void>
}

type RunnerOptions = {
  url: string
  listener: Listener
  log: Log
  sweeps: readonly Sweep[]
  watch: JobWatch
}

const LIMIT_MS = 15 * 60_000

/** A sweep that hangs is given up after this long, and another process may try. */
const EXPIRES_SECONDS = 300

/** How long a stop waits for what is under way; the next process finds the rest in the tables. */
const GRACE_MS = 2_000

/** pg-boss sees to it that of all processes one runs each sweep on its cron line. */
export async function startJobs(options: RunnerOptions): Promise<JobRunner> {
  const { url, listener, log, sweeps } = options
  const connection = { connectionString: url, max: 2, application_name: 'carboy jobs' }
  const boss = new PgBoss({ ...connection, ...aliveness })
  boss.on('error', (err) => log.error({ err }, 'job queue failed'))
  await boss.start()

  const forget: (() => void)[] = []
  const runs: SweepRun[] = []
  for (const sweep of sweeps) {
    const run = oneAtATime(() => runWatched(sweep, options))
    runs.push(run)
    await boss.createQueue(sweep.name, {
      // One waits at most; of those at work one may be dead, and nobody waits for it.
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: EXPIRES_SECONDS,
    })
    await boss.work(sweep.name, { pollingIntervalSeconds: 5 }, run.now)
    await boss.schedule(sweep.name, sweep.cron)
    if (sweep.wakesOn) forget.push(listener.on(sweep.wakesOn, () => void run.now()))
    // Whatever fell due while nobody was running.
    void run.now()
  }
  return {
    async stop() {
      for (const stopListening of forget) stopListening()
      // The first run and those that a notification woke are not the queue's: it does not wait for them.
      const ended = Promise.all(runs.map((run) => run.end()))
      await Promise.race([ended, delay(GRACE_MS, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: GRACE_MS })
    },
  }
}

/**
 * A run that never ends, as on a connection that nobody answers, must not keep the next one from
 * beginning. Should it go on after all, leases and unique rows keep the two apart.
 */
async function runWatched(sweep: Sweep, { log, watch }: RunnerOptions): Promise<void> {
  const { name, limitMs = LIMIT_MS } = sweep
  let hasFailed = false
  const work = sweep.run().catch((err: unknown) => {
    hasFailed = true
    log.error({ sweep: name, err }, 'sweep failed')
  })
  if (await endsWithin(work, limitMs)) {
    if (!hasFailed) void watch.finished(name)
    return
  }
  log.error({ sweep: name, limitMs }, 'job given up, the next run may begin')
  void watch.stalled(name)
}
