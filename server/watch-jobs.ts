import type { Db, Tx } from './db/client.ts'
import type { Metrics } from './http/prometheus-metrics.ts'
import type { JobWatch } from './jobs/job-runner.ts'
import { endAlert, raiseAlert } from './modules/alerts/index.ts'
import type { Clock, Log, Random } from './world.ts'

type WatchDeps = { db: Db; clock: Clock; random: Random; log: Log; metrics: Metrics }

/** Staff are alerted to a job that was given up, until it has run to its end again. */
export function watchJobs(deps: WatchDeps): JobWatch {
  const { db, clock, log, metrics } = deps
  // An alert may be open from before this process began, so each job's first end looks.
  const isKnownFine = new Set<string>()
  const tell = async (name: string, act: (tx: Tx) => Promise<void>): Promise<boolean> => {
    try {
      await db.transaction(act)
      return true
    } catch (err) {
      log.warn({ job: name, err }, 'alert of a job not written this time')
      return false
    }
  }
  return {
    async finished(name) {
      metrics.jobFinished(name, clock.now())
      if (isKnownFine.has(name)) return
      const isTold = await tell(name, (tx) =>
        endAlert(tx, deps, { kind: 'job_stalled', subject: name }),
      )
      if (isTold) isKnownFine.add(name)
    },
    async stalled(name) {
      isKnownFine.delete(name)
      const message = `The background job ${name} did not finish in time and was given up. It is started again by itself.`
      await tell(name, (tx) =>
        raiseAlert(tx, deps, { kind: 'job_stalled', subject: name, message }),
      )
    },
  }
}
