import type { Db, Tx } from './db/client.ts'
import type { Heartbeats } from './db/heartbeats.ts'
import type { Metrics } from './http/prometheus-metrics.ts'
import type { JobWatch } from './jobs/job-runner.ts'
import { endAlert, raiseAlert } from './modules/alerts/index.ts'
import type { Clock, Log, Random } from './runtime.ts'

type WatchDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  metrics: Metrics
  heartbeats: Heartbeats
}

/** Opens an alert for a job that exceeded its time limit, and ends it when the job finishes again. */
export function watchJobs(deps: WatchDeps): JobWatch {
  const { db, clock, log, metrics } = deps
  // An earlier process may have opened an alert, so the first finished run of each job checks.
  const withoutAlert = new Set<string>()
  const recordAlert = async (name: string, write: (tx: Tx) => Promise<void>): Promise<boolean> => {
    try {
      await db.transaction(write)
      return true
    } catch (err) {
      log.warn({ job: name, err }, 'job alert not recorded')
      return false
    }
  }
  return {
    async finished(name) {
      metrics.jobFinished(name, clock.now())
      await deps.heartbeats.record(`job:${name}`)
      if (withoutAlert.has(name)) return
      const isRecorded = await recordAlert(name, (tx) =>
        endAlert(tx, deps, { kind: 'job_stalled', subject: name }),
      )
      if (isRecorded) withoutAlert.add(name)
    },
    async stalled(name) {
      withoutAlert.delete(name)
      const message = `The background job ${name} didn’t finish in time. We’ll start it again.`
      await recordAlert(name, (tx) =>
        raiseAlert(tx, deps, { kind: 'job_stalled', subject: name, message }),
      )
    },
  }
}
