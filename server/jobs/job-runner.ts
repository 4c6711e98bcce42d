import { PgBoss } from 'pg-boss'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/world.ts'
import { oneAtATime, type Sweep } from './sweep.ts'

export type JobRunner = { stop(): Promise<void> }

type RunnerOptions = { url: string; listener: Listener; log: Log; sweeps: readonly Sweep[] }

/** A sweep that hangs is given up after this long, and another process may try. */
const EXPIRES_SECONDS = 300

/** pg-boss sees to it that of all processes one runs each sweep on its cron line. */
export async function startJobs({ url, listener, log, sweeps }: RunnerOptions): Promise<JobRunner> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'carboy jobs' })
  boss.on('error', (err) => log.error({ err }, 'job queue failed'))
  await boss.start()

  const forget: (() => void)[] = []
  for (const sweep of sweeps) {
    const run = oneAtATime(() => runLogged(sweep, log))
    await boss.createQueue(sweep.name, {
      policy: 'singleton',
      retryLimit: 0,
      expireInSeconds: EXPIRES_SECONDS,
    })
    await boss.work(sweep.name, { pollingIntervalSeconds: 5 }, run)
    await boss.schedule(sweep.name, sweep.cron)
    if (sweep.wakesOn) forget.push(listener.on(sweep.wakesOn, () => void run()))
    // Whatever fell due while nobody was running.
    void run()
  }
  return {
    async stop() {
      for (const stopListening of forget) stopListening()
      await boss.stop({ graceful: true, timeout: 3_000 })
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
