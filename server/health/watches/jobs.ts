import type { BackgroundJob } from '#server/jobs/background-job.ts'
import { cronIntervalMs } from '#server/jobs/cron-interval.ts'
import { LIMIT_MS } from '#server/jobs/job-runner.ts'
import { checkHeartbeat, type Finding } from '../finding.ts'

type WatchedJob = Pick<BackgroundJob, 'name' | 'cron' | 'limitMs'>

type JobDeps = {
  jobs: readonly WatchedJob[]
  now: Date
  awakeSince: Date
  lastFinished(name: string): Date | undefined
}

/**
 * A watchdog for every background job: one that no process has finished for its interval and its
 * time limit is reported, even if the queue no longer starts it.
 */
export function watchStalledJobs({ jobs, now, awakeSince, lastFinished }: JobDeps): Finding[] {
  return jobs.map(({ name, cron, limitMs = LIMIT_MS }) => {
    const heartbeat = { now, awakeSince, last: lastFinished(name) }
    const state = checkHeartbeat({ ...heartbeat, limitMs: cronIntervalMs(cron) + limitMs })
    const incident = { kind: 'job_stalled', subject: name } as const
    if (state !== 'open') return { ...incident, state }
    const message = `The background job ${name} hasn’t finished for too long. Check the log, then start the shop again.`
    return { ...incident, state, message }
  })
}
