import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/world.ts'
import { oneAtATime, type Sweep, type SweepRun } from './sweep.ts'

export type JobRunner = { stop(): Promise<void> }

type RunnerOptions = { url: string; listener: Listener; log: Log; sweeps: readonly Sweep[] }

/** A sweep that hangs is given up after this long, and another process may try. */
const EXPIRES_SECONDS = 300

/** How long a stop waits for what is under way; the next process finds the rest in the tables. */
const GRACE_MS = 2_000

/** pg-boss sees to it that of all processes one runs each sweep on its cron line. */
export async function startJobs({ url, listener, log, sweeps }: RunnerOptions): Promise<JobRunner> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'carboy jobs' })
  boss.on('error', (err) => log.error({ err }, 'job queue failed'))
  await boss.start()

  const forget: (() => void)[] = []
  const runs: SweepRun[] = []
  for (const sweep of sweeps) {
    const run = oneAtATime(() => runLogged(sweep, log))
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

async function runLogged({ name, run }: Sweep, log: Log): Promise<void> {
  try {
    await run()
  } catch (err) {
    log.error({ sweep: name, err }, 'sweep failed')
  }
}
